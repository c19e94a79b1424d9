/** A plan from a file, checked by the rules that intake applies, so that nothing wrong is ever sent. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '../../shared/errors.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { PlanInput } from '../../shared/events/plan.ts';
import { SUBMISSION_BYTES_MAX } from '../../shared/events/submission.ts';

const reasonOf = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ENOENT') return 'there is no such file';
  if (error.code === 'EISDIR') return 'it is a folder';
  return error.code === 'EACCES' ? 'it may not be read' : error.message;
};

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Fault('PLAN_INVALID', `${path}: ${reasonOf(cause as NodeJS.ErrnoException)}.`, {
      cause,
    });
  }
}

/** Line and column where the parser says where it stopped, else its own words. */
const placeOf = (text: string, { message }: Error): string => {
  const at = /position (\d+)/.exec(message)?.[1];
  if (at === undefined) return message;
  const before = text.slice(0, Number(at)).split('\n');
  const reason = message.replace(/ in JSON at position.*$/s, '');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${reason}`;
};

function readJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Fault('PLAN_INVALID', `${path} is not JSON: ${placeOf(text, cause as Error)}.`, {
      cause,
    });
  }
}

/**
 * @param folder what a relative path is relative to
 * @returns the plan as it stands in the file: intake fills in what may be left out
 * @throws {Fault} `PLAN_INVALID`, naming file and place; `SUBMISSION_TOO_LARGE`
 */
export function readPlan(file: string, folder: string): unknown {
  const path = resolve(folder, file);
  const text = readText(path);
  if (Buffer.byteLength(text) > SUBMISSION_BYTES_MAX * 4) {
    throw new Fault('SUBMISSION_TOO_LARGE', `${path} has ${Buffer.byteLength(text)} bytes.`);
  }
  const plan = readJson(path, text.replace(/^\uFEFF/, ''));
  const parsed = PlanInput.safeParse(plan);
  if (parsed.success) return plan;
  const place = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new Fault('PLAN_INVALID', `${path}: ${describeIssues(parsed.error)}.`, { path: place });
}
