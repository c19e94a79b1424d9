/**
 * A submission as text is read the same way wherever it passes: by whoever composes it, so that nothing wrong is
 * sent, and by intake, which believes no one.
 */
import { canonicalHash } from '../canonical-json.ts';
import { Fault } from '../errors.ts';
import { completeLimits } from '../events/limits.ts';
import { describeIssues } from '../events/parse-event.ts';
import { SUBMISSION_BYTES_MAX, Submission } from '../events/submission.ts';
import { checkPlan } from './check-plan.ts';

/** `bodyHash` is the mark of what was asked, without its id: another body under the same id is another task. */
export type ReadSubmission = { readonly submission: Submission; readonly bodyHash: string };

/** @throws {Fault} `SUBMISSION_TOO_LARGE`, `SUBMISSION_INVALID`, or what is wrong with its plan */
export function readSubmission(text: string): ReadSubmission {
  if (Buffer.byteLength(text) > SUBMISSION_BYTES_MAX) {
    throw new Fault(
      'SUBMISSION_TOO_LARGE',
      `The submission has ${Buffer.byteLength(text)} bytes; at most ${SUBMISSION_BYTES_MAX} are taken.`,
    );
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new Fault('SUBMISSION_INVALID', 'The submission is not JSON.', { cause });
  }
  const parsed = Submission.safeParse(body);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new Fault(
      'SUBMISSION_INVALID',
      `The submission is wrong (${describeIssues(parsed.error)}).`,
      { path },
    );
  }
  const submission = parsed.data;
  if (submission.plan !== undefined)
    checkPlan(submission.plan.steps, completeLimits(submission.limits, submission.mode));
  const { id: _id, ...identity } = body as Record<string, unknown>;
  return { submission, bodyHash: canonicalHash(identity) };
}
