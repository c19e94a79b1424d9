/**
 * I6: a call that may happen only once is claimed before it runs. The claim has a subject of its own and
 * expects it to be empty, so one claimant wins; in doubt the claim is read back and compared.
 */
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { claimSubject } from '../../shared/bus/subjects.ts';
import { Fault } from '../../shared/errors.ts';
import type { EventData, EventOf } from '../../shared/events/catalog.ts';
import { CONTENT_TYPE } from '../../shared/events/envelope.ts';
import { attemptKey } from '../../shared/events/event-id.ts';
import { newEvent } from '../../shared/events/new-event.ts';

/** @returns the claim that the log holds, whoever made it */
export async function claimStep(
  context: RoleContext,
  taskId: string,
  data: EventData<'step.claimed'>,
  causationId: string,
): Promise<EventOf<'step.claimed'>> {
  const { namespace, events } = context;
  const subject = claimSubject(namespace, taskId, data);
  const event = newEvent(namespace, {
    type: 'step.claimed',
    taskId,
    key: attemptKey(data),
    from: 'executor',
    to: 'claim',
    data,
    causationId,
  });
  try {
    // No message id: the server would answer a second claim as a duplicate of the first, as if it had won.
    await events.publishOnce({
      subject,
      body: JSON.stringify(event),
      expect: { subject, sequence: 0 },
      contentType: CONTENT_TYPE,
    });
    return event;
  } catch (thrown) {
    const [stored] = await events.read(subject);
    if (stored !== undefined) return stored.event as EventOf<'step.claimed'>;
    throw thrown instanceof Fault
      ? thrown
      : new Fault('BUS_UNREACHABLE', `${subject}: the claim is in doubt.`, { cause: thrown });
  }
}
