/** Hands a submission in: to the router that answers, or durably for the one that comes next. */
import { publish } from '../bus/publish.ts';
import { submitSubject } from '../bus/subjects.ts';
import { Fault } from '../errors.ts';
import { askRole } from './call-api.ts';
import type { ClientBus } from './client-bus.ts';

/** What is sent: the id that its sender chose, and the JSON that has it. */
type Composed = { readonly id: string; readonly body: string };

/** `created` is null when it waits for a router, which only then can tell. */
export type Sent = { readonly id: string; readonly created: boolean | null };

async function sendDurably(
  { connection, namespace }: ClientBus,
  { id, body }: Composed,
): Promise<Sent> {
  const subject = submitSubject(namespace);
  try {
    await publish(connection, { subject, body, msgId: id, contentType: 'application/json' });
  } catch (cause) {
    if (cause instanceof Fault && cause.code !== 'BUS_UNREACHABLE') throw cause;
    const facts = `No router answers, and the namespace ${namespace} takes no task yet.`;
    throw new Fault('ROLE_UNREACHABLE', facts, { cause });
  }
  return { id, created: null };
}

/**
 * Sending the same again is the same task, since its id was chosen by whoever sends.
 *
 * @throws {Fault} `TASK_ID_TAKEN` and whatever else intake refuses; `ROLE_UNREACHABLE`
 */
export async function sendSubmission(bus: ClientBus, composed: Composed): Promise<Sent> {
  try {
    const reply = await askRole(bus, 'submit', JSON.parse(composed.body) as object);
    return { id: String(reply.id), created: reply.created === true };
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code !== 'ROLE_UNREACHABLE') throw thrown;
    return sendDurably(bus, composed);
  }
}
