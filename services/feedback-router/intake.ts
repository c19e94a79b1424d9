/** Fire-and-forget submissions (`tasks.submit`), and timers that are due: both become events of a task. */
import { buryLetter } from '../../shared/actor/dead-letter.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import type { Delivery } from '../../shared/bus/delivery.ts';
import { parseTimerDue } from '../../shared/bus/subjects.ts';
import { nowIso } from '../../shared/clock.ts';
import { toFault } from '../../shared/errors.ts';
import { TaskId } from '../../shared/events/names.ts';
import { readSubmission } from '../../shared/plan/read-submission.ts';
import { derivedTaskId } from '../../shared/task-ids.ts';
import { acceptSubmission } from './accept-submission.ts';

const RETRY_MS = 1_000;

/** A submission without id gets one from its message, so that a redelivery is the same task. */
const originOf = (delivery: Delivery): string =>
  delivery.message.headers?.get('Nats-Msg-Id') ||
  `${delivery.info.storedAtMs}/${delivery.info.sequence}`;

/** What is refused goes to the dead letters with its code and cure; an outage only delays it. */
export async function takeSubmission(context: RoleContext, delivery: Delivery): Promise<void> {
  try {
    const read = readSubmission(delivery.text());
    const id = read.submission.id ?? derivedTaskId(originOf(delivery));
    const traceparent = delivery.message.headers?.get('traceparent') || undefined;
    await acceptSubmission(context, id, read, traceparent);
    delivery.ack();
  } catch (thrown) {
    const { code, facts, cure, disposition } = toFault(thrown);
    if (disposition === 'retry') return delivery.nak(RETRY_MS);
    const letter = {
      subject: delivery.subject,
      code,
      reason: facts,
      cure,
      deliveries: delivery.info.deliveries,
      original: delivery.text(),
    };
    try {
      await buryLetter(context, letter, `dlq/intake/${delivery.info.sequence}`);
      delivery.ack();
    } catch {
      return delivery.nak(RETRY_MS);
    }
    context.logger.warn({ code }, `refused a submission: ${facts}`);
  }
  return undefined;
}

const dueAtOf = (delivery: Delivery): string => {
  try {
    const { dueAt } = JSON.parse(delivery.text()) as { dueAt?: unknown };
    if (typeof dueAt === 'string' && !Number.isNaN(Date.parse(dueAt))) return dueAt;
  } catch {
    // Somebody else wrote it; it fires all the same, and the machine ignores timers that it does not know.
  }
  return nowIso();
};

/** @param isEnded true when the task needs no timer any more */
export async function takeTimer(
  context: RoleContext,
  delivery: Delivery,
  isEnded: (taskId: string) => boolean,
): Promise<void> {
  const named = parseTimerDue(delivery.subject);
  if (named === undefined || !TaskId.safeParse(named.taskId).success)
    return delivery.term('not a timer');
  const { taskId, timerId } = named;
  try {
    if (!isEnded(taskId)) {
      const data = { timerId, dueAt: dueAtOf(delivery) };
      await context.events.append({
        type: 'timer.fired',
        taskId,
        key: timerId,
        from: 'timer',
        to: 'router',
        data,
      });
    }
    delivery.ack();
  } catch (thrown) {
    context.logger.warn({ taskId, timerId }, toFault(thrown).facts);
    delivery.nak(RETRY_MS);
  }
  return undefined;
}
