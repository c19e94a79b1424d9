/**
 * Parking: a letter that cannot be handled goes to the dead letters with its reason, the task learns of it
 * by `role.failed`, and only then is it taken off the durable. Nothing is dropped silently (I7).
 */
import type { Delivery } from '../bus/delivery.ts';
import { publish } from '../bus/publish.ts';
import { deadLetters, parseEventSubject } from '../bus/subjects.ts';
import type { Fault } from '../errors.ts';
import { shortHash } from '../events/event-id.ts';
import { FLEET, TaskId } from '../events/names.ts';
import type { RoleContext } from './role-context.ts';

const MAX_ORIGINAL = 500_000;

/** The id that the letter says it has; its place in the stream when it does not say. */
const idOf = (delivery: Delivery): string => {
  try {
    const { id } = JSON.parse(delivery.text()) as { id?: unknown };
    if (typeof id === 'string' && id.length > 0 && id.length < 400) return id;
  } catch {
    // Not JSON: it has no id.
  }
  return `sequence:${delivery.info.sequence}`;
};

const taskOf = (delivery: Delivery): string => {
  const taskId = parseEventSubject(delivery.subject)?.taskId;
  return taskId !== undefined && TaskId.safeParse(taskId).success ? taskId : FLEET;
};

export type DeadLetter = {
  readonly subject: string;
  readonly code: string;
  readonly reason: string;
  readonly cure: string;
  readonly deliveries: number;
  readonly original: string;
};

/** Stores one dead letter; also used by intake, for submissions that are refused. */
export async function buryLetter(
  context: RoleContext,
  letter: DeadLetter,
  msgId: string,
): Promise<void> {
  await publish(context.connection, {
    subject: deadLetters(context.namespace, context.role),
    body: JSON.stringify({ ...letter, original: letter.original.slice(0, MAX_ORIGINAL) }),
    msgId,
  });
}

/** @param inLog false for letters that are no events, of which the log need not know */
export async function park(
  context: RoleContext,
  delivery: Delivery,
  fault: Fault,
  inLog: boolean,
): Promise<void> {
  const { deliveries, sequence } = delivery.info;
  const eventId = idOf(delivery);
  if (inLog) {
    await context.events.append({
      type: 'role.failed',
      taskId: taskOf(delivery),
      key: `${context.role}.${shortHash(eventId)}`,
      from: context.role,
      to: 'router',
      data: { role: context.role, eventId, code: fault.code, reason: fault.facts, deliveries },
    });
  }
  const { code, facts, cure } = fault;
  const letter = {
    subject: delivery.subject,
    code,
    reason: facts,
    cure,
    deliveries,
    original: delivery.text(),
  };
  await buryLetter(context, letter, `dlq/${context.role}/${delivery.subject}/${sequence}`);
  delivery.term(fault.code);
  context.logger.warn({ eventId, code, subject: delivery.subject }, `parked a letter: ${facts}`);
}
