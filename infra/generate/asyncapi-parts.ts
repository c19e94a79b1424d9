/** Small pieces of an AsyncAPI 3.0 document, and how they refer to one another. */
import { SCHEMA_VERSION } from '../../shared/events/envelope.ts';
import type { JsonSchema } from './event-schema.ts';

export type Part = Record<string, unknown>;

const SCHEMA_FORMAT = 'application/schema+json;version=draft-07';

export const schemaFile = (name: string): string => `schemas/${name}.v${SCHEMA_VERSION}.json`;

const ref = (pointer: string): Part => ({ $ref: pointer });

/** @param payload a schema, or the name of a file in `infra/schemas` */
export const payload = (schema: JsonSchema | string): Part => ({
  schemaFormat: SCHEMA_FORMAT,
  schema: typeof schema === 'string' ? ref(`./${schemaFile(schema)}`) : schema,
});

/** A channel whose messages stand under their names in `components`. */
export const channel = (
  address: string | null,
  description: string,
  messages: readonly string[],
): Part => ({
  address,
  description,
  messages: Object.fromEntries(
    messages.map((name) => [name, ref(`#/components/messages/${name}`)]),
  ),
  ...parametersOf(address ?? ''),
});

const parametersOf = (address: string): Part => {
  const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return {};
  const refs = names.map((name) => [name, ref(`#/components/parameters/${name}`)]);
  return { parameters: Object.fromEntries(refs) };
};

type Operation = {
  readonly role: string;
  readonly action: 'send' | 'receive';
  readonly channel: string;
  readonly messages: readonly string[];
  readonly summary: string;
};

const messageRefs = (name: string, messages: readonly string[]): Part[] =>
  messages.map((message) => ref(`#/channels/${name}/messages/${message}`));

export const operation = ({ role, action, channel: name, messages, summary }: Operation): Part => ({
  action,
  channel: ref(`#/channels/${name}`),
  summary,
  tags: [{ name: role }],
  messages: messageRefs(name, messages),
});

/** @param reply the message that comes back, on whatever inbox the asker named */
export const answering = (asked: Operation, reply: string): Part => ({
  ...operation(asked),
  reply: {
    channel: ref('#/channels/reply'),
    messages: messageRefs('reply', [reply]),
  },
});

export const PARAMETERS: Part = {
  namespace: { description: 'One per tenant or shard.', default: 'lw' },
  taskId: { description: 'The task, made by whoever submits it; _fleet for none.' },
  pool: { description: 'A pool of executors.', default: 'default' },
  stepKey: { description: 'r‹revision›-‹stepId›-a‹attempt›' },
  timerId: { description: 'deadline-0, r2-s3-a1-later or h1-expiry, for example.' },
  instance: { description: 'One process, as its own health reply names it.' },
  role: {
    description: 'Whose letters they were.',
    enum: ['router', 'planner', 'executor', 'observer'],
  },
};
