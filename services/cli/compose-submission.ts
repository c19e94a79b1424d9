/** From the words of a command line to a checked submission. Intake checks again; this sends nothing wrong. */
import { Fault } from '../../shared/errors.ts';
import { completeLimits } from '../../shared/events/limits.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { SUBMISSION_BYTES_MAX, Submission } from '../../shared/events/submission.ts';
import { checkPlan } from '../../shared/plan/check-plan.ts';
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

function check(body: Record<string, unknown>): Submission {
  const parsed = Submission.safeParse(body);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    const facts = `The submission is wrong (${describeIssues(parsed.error)}).`;
    throw new Fault('SUBMISSION_INVALID', facts, { path });
  }
  const { plan, limits, mode } = parsed.data;
  if (plan !== undefined) checkPlan(plan.steps, completeLimits(limits, mode));
  return parsed.data;
}

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
  const submission = check(fields);
  const body = JSON.stringify(fields);
  const bytes = Buffer.byteLength(body);
  if (bytes > SUBMISSION_BYTES_MAX) {
    const facts = `The submission has ${bytes} bytes; at most ${SUBMISSION_BYTES_MAX} are taken.`;
    throw new Fault('SUBMISSION_TOO_LARGE', facts);
  }
  const steps = submission.plan?.steps.length ?? 0;
  const named = submission.goal ?? submission.plan?.goal ?? `Carry out a plan of ${steps} steps`;
  return { id: submission.id ?? '', goal: named, body };
}
