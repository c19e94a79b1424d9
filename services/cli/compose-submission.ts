/** From the words of a command line to a checked submission. Intake checks again; this sends nothing wrong. */
import { readSubmission } from '../../shared/plan/read-submission.ts';
import { newTaskId } from '../../shared/task-ids.ts';
import { parseLimits, parseObject } from './parse-options.ts';
import { readPlan } from './read-plan.ts';

export type SubmissionOptions = {
  readonly id?: string;
  readonly mode?: string;
  readonly plan?: string;
  readonly limit?: readonly string[];
  readonly input?: string;
};

/** `body` is what is sent: without defaults, so that the same command is the same body. */
export type Composed = { readonly id: string; readonly goal: string; readonly body: string };

const withoutMissing = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * The id is always chosen here, so that sending twice is one task.
 *
 * @param folder what a relative path of a plan is relative to
 * @throws {Fault} what is wrong with it, as intake would say it; nothing was sent
 */
export function composeSubmission(
  goal: string | undefined,
  { id, mode, plan, limit = [], input }: SubmissionOptions,
  folder: string,
): Composed {
  const limits = parseLimits(limit);
  const fields = withoutMissing({
    goal,
    id: id ?? newTaskId(),
    mode,
    limits: limit.length === 0 ? undefined : limits,
    input: input === undefined ? undefined : parseObject('--input', input),
    plan: plan === undefined ? undefined : readPlan(plan, folder),
  });
  const body = JSON.stringify(fields);
  const { submission } = readSubmission(body);
  const steps = submission.plan?.steps.length ?? 0;
  const named = submission.goal ?? submission.plan?.goal ?? `Carry out a plan of ${steps} steps`;
  return { id: submission.id ?? '', goal: named, body };
}
