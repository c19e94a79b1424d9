/** From bytes to an event, or to a fault that names the place: the door of every role. */
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { z } from 'zod';
import { Fault } from '../errors.ts';
import { CATALOG, type EventType, isEventType, type LoopEvent } from './catalog.ts';
import { Envelope, SCHEMA_VERSION } from './envelope.ts';
import { validatorOf } from './event-validators.ts';
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

const isEnvelope = validatorOf(Envelope);
const validators = new Map<EventType, ValidateFunction>();

const isPayload = (type: EventType, data: unknown): boolean => {
  let validate = validators.get(type);
  if (validate === undefined) {
    validate = validatorOf(CATALOG[type].data);
    validators.set(type, validate);
  }
  return validate(data);
};

const wrongEnvelope = (value: unknown): Fault => {
  const { error } = Envelope.safeParse(value);
  return new Fault(
    'EVENT_MALFORMED',
    `An event's envelope is wrong (${error === undefined ? 'not CloudEvents' : describeIssues(error)}).`,
  );
};

const wrongPayload = ({ id, data }: Envelope, type: EventType): Fault => {
  const { error } = CATALOG[type].data.safeParse(data);
  return new Fault(
    'EVENT_MALFORMED',
    `${id} has a wrong payload (${error === undefined ? 'it does not fit its schema' : describeIssues(error)}).`,
  );
};

const isTask = (subject: string): boolean => subject === FLEET || TaskId.safeParse(subject).success;

/**
 * Checks envelope, type and payload. The object returned is the one that was parsed, not a copy that lost
 * the fields which a newer writer added.
 *
 * @throws {Fault} `EVENT_MALFORMED` when it is no event; `EVENT_TOO_NEW` when its schema version or type
 * is newer than this code
 */
export function parseEvent(text: string): LoopEvent {
  const value = readJson(text);
  if (!isEnvelope(value)) throw wrongEnvelope(value);
  const envelope = value as Envelope;
  const { schemaversion, type, subject, id } = envelope;
  if (schemaversion > SCHEMA_VERSION) {
    throw new Fault(
      'EVENT_TOO_NEW',
      `${id} has schema version ${schemaversion}; this code reads ${SCHEMA_VERSION}.`,
    );
  }
  if (!isEventType(type)) throw new Fault('EVENT_TOO_NEW', `${id} has the unknown type ${type}.`);
  if (!isTask(subject))
    throw new Fault('EVENT_MALFORMED', `${id} has no valid task id as its subject.`);
  if (!id.startsWith(`${subject}/${type}`)) {
    throw new Fault('EVENT_MALFORMED', `${id} is not an id of ${type} of task ${subject}.`);
  }
  if (!isPayload(type, envelope.data)) throw wrongPayload(envelope, type);
  return value as LoopEvent;
}
