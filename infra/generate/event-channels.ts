/** The log's channels: one for each pair of writer and reader, and who sends and receives there. */
import { EVENT_TYPES, type EventType } from '../../shared/events/catalog.ts';
import { CONTENT_TYPE } from '../../shared/events/envelope.ts';
import { channel, operation, type Part, payload } from './asyncapi-parts.ts';
import { type Conversation, conversations } from './event-routes.ts';
import { EVENT_SUMMARIES } from './event-summaries.ts';

const nameOf = ({ from, to }: Conversation): string => `ev.${from}.${to}`;

const addressOf = ({ from, to }: Conversation): string => {
  if (to === 'claim') return `{namespace}.ev.${from}.claim.{taskId}.{stepKey}`;
  return `{namespace}.ev.${from}.${to === 'executor' ? 'executor-{pool}' : to}.{taskId}`;
};

/**
 * Who reads what is addressed so. Observers keep the index of tasks from what client and router tell one
 * another, and executors abort the calls of a task that has ended. What goes to `log` nobody consumes.
 */
const readersOf = ({ from, to }: Conversation): string[] => {
  if (to === 'log') return [];
  if (to === 'claim') return ['executor'];
  if (from === 'client') return ['router', 'observer'];
  return to === 'client' ? ['client', 'observer', 'executor'] : [to];
};

/** The router writes for clients and for the server's schedules, so it is the process that sends. */
const WRITERS: Readonly<Record<string, string>> = { client: 'router', timer: 'router' };

const describe = ({ from, to }: Conversation): string => {
  if (to === 'log') return `What ${from} notes for the history; nobody consumes it.`;
  if (to === 'claim') return 'One claim a call: published with the expected last sequence 0.';
  if (from === 'client')
    return 'What clients want; the router appends it once it has checked the request.';
  if (from === 'timer') return 'Timers that are due; the router appends what the server sent.';
  return `Letters from ${from} to ${to}.`;
};

export const eventChannels = (): Part =>
  Object.fromEntries(
    conversations().map((one) => [nameOf(one), channel(addressOf(one), describe(one), one.types)]),
  );

function operationsOf(one: Conversation): [string, Part][] {
  const { from, to, types: messages } = one;
  const common = { channel: nameOf(one), messages };
  const role = WRITERS[from] ?? from;
  const writes = { ...common, role, action: 'send', summary: `${role} writes` } as const;
  return [
    [`${role}.sends.${from}.${to}`, operation(writes)],
    ...readersOf(one).map((reader): [string, Part] => {
      const reads = {
        ...common,
        role: reader,
        action: 'receive',
        summary: `${reader} reads`,
      } as const;
      return [`${reader}.receives.${from}.${to}`, operation(reads)];
    }),
  ];
}

export const eventOperations = (): Part =>
  Object.fromEntries(conversations().flatMap(operationsOf));

const message = (type: EventType): Part => ({
  name: type,
  title: type,
  summary: EVENT_SUMMARIES[type],
  contentType: CONTENT_TYPE,
  // A claim has no message id: the server would take a second claim for the first, sent again.
  ...(type === 'step.claimed' ? {} : { traits: [{ $ref: '#/components/messageTraits/stored' }] }),
  payload: payload(type),
});

export const eventMessages = (): Part =>
  Object.fromEntries(EVENT_TYPES.map((type) => [type, message(type)]));
