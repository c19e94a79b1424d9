/** One event as one line for a person who watches. */
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { Logged } from '../../shared/log/event-log.ts';
import { maskIds } from './mask-ids.ts';

const TEXT_MAX = 160;

const short = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const line = maskIds(text.replace(/\s+/g, ' '));
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX - 1)}…` : line;
};

/** Fields worth a word where they occur, in this order. */
const TOLD = [
  'tool',
  'params',
  'accepted',
  'score',
  'class',
  'code',
  'summary',
  'reason',
  'question',
];

const refOf = (data: Record<string, unknown>): string => {
  if (typeof data.stepId !== 'string') return '';
  return ` ${data.stepId} r${data.revision} a${data.attempt}`;
};

const payloadOf = (event: LoopEvent): Record<string, unknown> => {
  const data = event.data as Record<string, unknown>;
  if (event.type !== 'step.executed') return data;
  const { call, result } = event.data;
  const { revision, stepId, attempt, tool } = call;
  return { revision, stepId, attempt, tool, code: result.error?.code, accepted: undefined };
};

/** `17  step.observed s1 r1 a1  accepted=true score=1000 …` */
export function describeEvent({ event, sequence }: Logged): string {
  const data = payloadOf(event as LoopEvent);
  const told = TOLD.filter(
    (name) => data[name] !== undefined && data[name] !== null && data[name] !== '',
  );
  const facts = told.map((name) => `${name}=${short(data[name])}`);
  return `${String(sequence).padStart(5)}  ${event.type}${refOf(data)}  ${facts.join(' ')}`.trimEnd();
}

/** An exported line: the event with its place in the stream as a decimal string. */
export const exportedEvent = ({ event, sequence }: Logged) => ({
  ...(event as LoopEvent),
  sequence: String(sequence),
});
