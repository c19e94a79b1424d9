/** One line of a file of plans, in either form. Labels that say what is wrong with a plan are never read. */
import { Fault } from '../../shared/errors.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import type { ForeignPlan } from './foreign-plan.ts';
import { type Judgement, judgePlan, type ToolsByDomain } from './judge-plan.ts';
import { NodesForm, planOfNodes } from './nodes-form.ts';
import { planOfSteps, StepsForm } from './steps-form.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (facts: string): Fault => new Fault('PLAN_INVALID', facts);

const parse = (text: string): Record<string, unknown> => {
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch (cause) {
    throw invalid(`It is not JSON: ${(cause as Error).message}.`);
  }
  if (isObject(row)) return row;
  throw invalid('It is no JSON object.');
};

function readPlan(row: Record<string, unknown>): ForeignPlan {
  if ('steps' in row) {
    const { data, error } = StepsForm.safeParse(row);
    if (data !== undefined) return planOfSteps(data);
    throw invalid(`${describeIssues(error)}.`);
  }
  if (!('plan' in row)) throw invalid('It has neither steps nor a plan.');
  const { data, error } = NodesForm.safeParse(row);
  if (data !== undefined) return planOfNodes(data);
  throw invalid(`${describeIssues(error)}.`);
}

/** Whoever reads the output finds the row again: by its id, or by its number in the file. */
const nameOf = (row: Record<string, unknown> | undefined, number: number): string => {
  const id = row?.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : `line ${number}`;
};

/**
 * @param number of the line in its file, from 1
 * @returns a line for every row; one that cannot be read has the code `unreadable-row`
 */
export function judgeRow(
  text: string,
  number: number,
  tools: ToolsByDomain | undefined,
): Judgement {
  let row: Record<string, unknown> | undefined;
  try {
    row = parse(text);
    return judgePlan(readPlan(row), tools);
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code !== 'PLAN_INVALID') throw thrown;
    const line = { id: nameOf(row, number), accepted: false, codes: ['unreadable-row' as const] };
    return { line, feedback: `Line ${number} cannot be read. ${thrown.facts}` };
  }
}
