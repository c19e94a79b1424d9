/** From bytes to an event, or to a fault that names the place: the door of every role. */
import type { z } from 'zod';
import { Fault } from '../errors.ts';
import { CATALOG, isEventType, type LoopEvent } from './catalog.ts';
import { Envelope, SCHEMA_VERSION } from './envelope.ts';
import { FLEET, TaskId } from './names.ts';

/** `path: what is wrong`, the first three places. */
export const describeIssues = (error: z.ZodError): string =>
  error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || '(whole)'}: ${issue.message}`)
    .join('; ');

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Fault('EVENT_MALFORMED', 'A message is not JSON.', { cause });
  }
};

/**
 * Checks envelope, type and payload. The object returned is the one that was parsed, not a copy that lost
 * the fields which a newer writer added.
 *
 * @throws {Fault} `EVENT_MALFORMED` when it is no event; `EVENT_TOO_NEW` when its schema version or type
 * is newer than this code
 */
export function parseEvent(text: string): LoopEvent {
  const value = readJson(text);
  const envelope = Envelope.safeParse(value);
  if (!envelope.success) {
    throw new Fault(
      'EVENT_MALFORMED',
      `An event's envelope is wrong (${describeIssues(envelope.error)}).`,
    );
  }
  const { schemaversion, type, subject, id } = envelope.data;
  if (schemaversion > SCHEMA_VERSION) {
    throw new Fault(
      'EVENT_TOO_NEW',
      `${id} has schema version ${schemaversion}; this code reads ${SCHEMA_VERSION}.`,
    );
  }
  if (!isEventType(type)) throw new Fault('EVENT_TOO_NEW', `${id} has the unknown type ${type}.`);
  if (subject !== FLEET && !TaskId.safeParse(subject).success) {
    throw new Fault('EVENT_MALFORMED', `${id} has no valid task id as its subject.`);
  }
  if (!id.startsWith(`${subject}/${type}`)) {
    throw new Fault('EVENT_MALFORMED', `${id} is not an id of ${type} of task ${subject}.`);
  }
  const data = CATALOG[type].data.safeParse(envelope.data.data);
  if (!data.success) {
    throw new Fault(
      'EVENT_MALFORMED',
      `${id} has a wrong payload (${describeIssues(data.error)}).`,
    );
  }
  return value as LoopEvent;
}
