/**
 * From what a client sent to `task.submitted`: checked, completed with defaults, hashed. The deadline's
 * timer is stored before the event is, so a task that is accepted always has one.
 */
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { eventSubject } from '../../shared/bus/subjects.ts';
import { nowIso, plusMs } from '../../shared/clock.ts';
import { Fault } from '../../shared/errors.ts';
import type { EventData, EventOf, LoopEvent } from '../../shared/events/catalog.ts';
import { completeLimits } from '../../shared/events/limits.ts';
import { DEFAULT_WEIGHTS } from '../../shared/events/shapes.ts';
import type { Submission } from '../../shared/events/submission.ts';
import type { ReadSubmission } from '../../shared/plan/read-submission.ts';
import { setTimer } from './timers.ts';

const dataOf = (
  submission: Submission,
  bodyHash: string,
  timeZone: string,
): EventData<'task.submitted'> => {
  const { goal, mode, limits, input = {}, plan, answerSchema, tools, weights } = submission;
  return {
    goal: goal ?? plan?.goal ?? `Carry out a plan of ${plan?.steps.length ?? 0} steps`,
    mode,
    limits: completeLimits(limits, mode),
    weights: weights ?? DEFAULT_WEIGHTS,
    input,
    ...(plan === undefined ? {} : { plan }),
    ...(answerSchema === undefined ? {} : { answerSchema }),
    ...(tools === undefined ? {} : { tools }),
    now: nowIso(),
    timeZone: submission.timeZone ?? timeZone,
    bodyHash,
  };
};

export type Accepted = { readonly id: string; readonly created: boolean };

const twinIn = async (
  context: RoleContext,
  subject: string,
): Promise<EventOf<'task.submitted'> | undefined> => {
  const stored = await context.events.read(subject);
  return stored
    .map(({ event }) => event as LoopEvent)
    .find((event) => event.type === 'task.submitted');
};

const sameAs = (twin: EventOf<'task.submitted'>, id: string, bodyHash: string): Accepted => {
  if (twin.data.bodyHash !== bodyHash)
    throw new Fault('TASK_ID_TAKEN', `${id} is the id of another task.`);
  return { id, created: false };
};

/**
 * Idempotent: the same body under the same id is the same task.
 *
 * @throws {Fault} `TASK_ID_TAKEN` when the id names a task with another body
 */
export async function acceptSubmission(
  context: RoleContext,
  taskId: string,
  { submission, bodyHash }: ReadSubmission,
  traceparent?: string,
): Promise<Accepted> {
  const subject = eventSubject(context.namespace, { from: 'client', to: 'router', taskId });
  const twin = await twinIn(context, subject);
  if (twin !== undefined) return sameAs(twin, taskId, bodyHash);
  const data = dataOf(submission, bodyHash, context.config.timeZone);
  await setTimer(context, taskId, {
    id: 'deadline-0',
    dueAt: plusMs(data.now, data.limits.deadlineMs),
  });
  const { event } = await context.events.append({
    type: 'task.submitted',
    taskId,
    from: 'client',
    to: 'router',
    data,
    traceparent,
  });
  // Somebody else may have submitted under this id in between: the first writer won.
  return event.data === data ? { id: taskId, created: true } : sameAs(event, taskId, bodyHash);
}
