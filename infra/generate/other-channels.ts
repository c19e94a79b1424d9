/** What is beside the log: submissions, requests and replies, timers, dead letters, progress. */
import { replySchema, VERBS, type Verb } from './api-verbs.ts';
import { answering, channel, operation, type Part, payload } from './asyncapi-parts.ts';
import type { JsonSchema } from './event-schema.ts';

const JSON_TYPE = 'application/json';
const text: JsonSchema = { type: 'string' };

const object = (properties: JsonSchema): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const message = (name: string, summary: string, schema: JsonSchema | string): Part => ({
  name,
  title: name,
  summary,
  contentType: JSON_TYPE,
  payload: payload(schema),
});

const requestOf = ({ name }: Verb): string => (name === 'submit' ? 'submission' : `api.${name}`);
const replyOf = ({ name }: Verb): string => `api.${name}.reply`;

const dueAt = object({ dueAt: { type: 'string', format: 'date-time' } });
const deadLetter = object({
  subject: text,
  code: text,
  reason: text,
  cure: text,
  deliveries: { type: 'integer' },
  original: text,
});
const progress: JsonSchema = {
  ...object({ taskId: text, stepId: text, share: { type: 'number', minimum: 0, maximum: 1 } }),
  properties: {
    taskId: text,
    stepId: text,
    share: { type: 'number', minimum: 0, maximum: 1 },
    note: text,
  },
};

export const otherMessages = (): Part => ({
  submission: message('submission', 'A task as it is handed in.', 'submission'),
  ...Object.fromEntries(
    VERBS.flatMap((verb) => [
      ...(verb.request === null
        ? []
        : [[requestOf(verb), message(requestOf(verb), verb.summary, verb.request)]]),
      [replyOf(verb), message(replyOf(verb), `The reply to ${verb.name}.`, replySchema(verb))],
    ]),
  ),
  'timer.set': {
    ...message('timer.set', 'A schedule that the server keeps.', dueAt),
    headers: object({ 'Nats-Schedule': text, 'Nats-Schedule-Target': text }),
  },
  'timer.due': message('timer.due', 'The server sends it at its time.', dueAt),
  'dead-letter': message(
    'dead-letter',
    'A letter or a submission that could not be handled.',
    deadLetter,
  ),
  progress: message('progress', 'How far a call is; not stored.', progress),
});

export const otherChannels = (): Part => ({
  'tasks.submit': channel(
    '{namespace}.tasks.submit',
    'Fire and forget: stored, and taken by the router that is active or the next one. What is refused goes to the dead letters.',
    ['submission'],
  ),
  ...Object.fromEntries(
    VERBS.map((verb) => [
      `api.${verb.name}`,
      channel(`{namespace}.api.${verb.name}`, verb.summary, [requestOf(verb)]),
    ]),
  ),
  'api.health.instance': channel(
    '{namespace}.api.health.{instance}',
    'Answered by one process only: is it alive?',
    ['api.health'],
  ),
  reply: channel(null, 'The inbox that the asker named.', VERBS.map(replyOf)),
  'timer.set': channel('{namespace}.timer.set.{taskId}.{timerId}', 'Schedules.', ['timer.set']),
  'timer.due': channel('{namespace}.timer.due.{taskId}.{timerId}', 'Timers that are due.', [
    'timer.due',
  ]),
  dlq: channel('{namespace}.dlq.{role}', 'Dead letters, each with its reason and its original.', [
    'dead-letter',
  ]),
  live: channel('{namespace}.live.{taskId}', 'Progress of calls in flight, for watchers.', [
    'progress',
  ]),
});

type Actor = readonly [role: string, action: 'send' | 'receive', channel: string, message: string];

const ACTORS: readonly Actor[] = [
  ['client', 'send', 'tasks.submit', 'submission'],
  ['router', 'receive', 'tasks.submit', 'submission'],
  ['router', 'send', 'timer.set', 'timer.set'],
  ['router', 'receive', 'timer.due', 'timer.due'],
  ...['router', 'planner', 'executor', 'observer'].map(
    (role): Actor => [role, 'send', 'dlq', 'dead-letter'],
  ),
  ['executor', 'send', 'live', 'progress'],
  ['client', 'receive', 'live', 'progress'],
];

const summaryOf = (action: 'send' | 'receive', role: string): string =>
  `${role} ${action === 'send' ? 'writes' : 'reads'}`;

const ROLES = ['router', 'planner', 'executor', 'observer'];

/** One who asks, and those who answer. */
function verbOperations(verb: Verb): [string, Part][] {
  const common = { channel: `api.${verb.name}`, messages: [requestOf(verb)] };
  const asks = { ...common, role: 'client', action: 'send', summary: verb.summary } as const;
  const roles = verb.answeredBy === 'every role' ? ROLES : [verb.answeredBy];
  return [
    [`client.sends.api.${verb.name}`, answering(asks, replyOf(verb))],
    ...roles.map((role): [string, Part] => {
      const answers = { ...common, role, action: 'receive', summary: `${role} answers` } as const;
      return [`${role}.receives.api.${verb.name}`, answering(answers, replyOf(verb))];
    }),
  ];
}

/** Executors ask whether the process that claimed a call is still at it. */
function aliveOperations(): [string, Part][] {
  const common = { channel: 'api.health.instance', messages: ['api.health'] };
  const asks = { ...common, role: 'executor', action: 'send', summary: 'executor asks' } as const;
  return [
    ['executor.sends.api.health.instance', answering(asks, 'api.health.reply')],
    ...ROLES.map((role): [string, Part] => {
      const answers = { ...common, role, action: 'receive', summary: `${role} answers` } as const;
      return [`${role}.receives.api.health.instance`, answering(answers, 'api.health.reply')];
    }),
  ];
}

export const otherOperations = (): Part =>
  Object.fromEntries([
    ...ACTORS.map(([role, action, name, sent]) => [
      `${role}.${action}s.${name}`,
      operation({
        role,
        action,
        channel: name,
        messages: [sent],
        summary: summaryOf(action, role),
      }),
    ]),
    ...VERBS.flatMap(verbOperations),
    ...aliveOperations(),
  ]);
