/** How a task ended: duration, calls and effects; then its answer, its reason, or what it asks and how to reply. */
import type { TaskView } from '../../machines/task/task-view.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { Labels } from './labels.ts';
import { labelled, type PictureStyle } from './picture/picture-style.ts';
import type { TaskEffect } from './provider-effects.ts';
import type { TaskResult } from './task-result.ts';

export type Closing = {
  readonly result: TaskResult;
  /** The whole log of the task. */
  readonly events: readonly LoopEvent[];
  /** What the provider counted; undefined where it was not asked. */
  readonly effects: readonly TaskEffect[] | undefined;
  /** Before `npx`, for a server that commands do not find by themselves: `NATS_URL=… `. */
  readonly prefix: string;
  /** The system ends with the task, so that no command reaches it any longer. */
  readonly isOnce: boolean;
};

/** Calls of tools, each try counted. */
const callsIn = (events: readonly LoopEvent[]): number =>
  events.reduce(
    (sum, event) =>
      event.type === 'step.executed' && event.data.call.tool !== null
        ? sum + event.data.tries
        : sum,
    0,
  );

const rejectedIn = (events: readonly LoopEvent[]): number =>
  events.filter((event) => event.type === 'step.observed' && !event.data.accepted).length;

/** Calls that the provider refused had no effect, and are not named. */
function effectsText(counted: readonly TaskEffect[], labels: Labels): string[] {
  const effects = counted.filter(({ effects: own }) => own > 0);
  if (effects.length === 0) return [];
  const count = effects.reduce((sum, { effects: own }) => sum + own, 0);
  const each = effects
    .filter(({ effects: own }) => own !== 1)
    .map(({ kind, stepId, effects: own }) => labels.times(kind, stepId, own));
  return [labels.effects(count) + (each.length === 0 ? labels.eachOnce : ` (${each.join(', ')})`)];
}

function summaryLine({ result, events, effects = [] }: Closing, style: PictureStyle): string {
  const { labels, paint } = style;
  const colour = result.status === 'completed' ? 'green' : 'yellow';
  const seconds = labels.seconds((result.durationMs / 1_000).toFixed(1));
  const counts = [
    labels.calls(callsIn(events)),
    labels.rejected(rejectedIn(events)),
    ...effectsText(effects, labels),
  ];
  return `${paint(colour, labels.status[result.status])} ${seconds}   ${counts.join(' · ')}`;
}

/** Of a list of ids; more are counted. */
const IDS_MAX = 6;

/** `s1–s4` for a row of numbers without a gap, else the ids. */
function idsText(ids: readonly string[]): string {
  const parts = ids.map((id) => /^(\D*)(\d+)$/.exec(id));
  const [first] = parts;
  const isRow = parts.every(
    (part, index) => part?.[1] === first?.[1] && Number(part?.[2]) === Number(first?.[2]) + index,
  );
  if (isRow && ids.length > 2) return `${ids[0]}–${ids.at(-1)}`;
  return ids.length > IDS_MAX
    ? `${ids.slice(0, IDS_MAX - 1).join(', ')} … ${ids.at(-1)}`
    : ids.join(', ');
}

/** The steps that the accepted answer stands on. */
function tracedTo(events: readonly LoopEvent[]): string[] {
  const observed = events.findLast(
    (event) => event.type === 'answer.observed' && event.data.accepted,
  );
  if (observed?.type !== 'answer.observed') return [];
  const ids = new Set(observed.data.covers.flatMap(({ stepIds }) => stepIds));
  return [...ids].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Every line of it under the first. */
function answerText({ result, events }: Closing, style: PictureStyle): string {
  const { labels, paint } = style;
  const ids = tracedTo(events);
  const traced = ids.length === 0 ? '' : paint('dim', labels.traced(idsText(ids)));
  const [first = '', ...rest] = (result.answer ?? '').trimEnd().split('\n');
  const lines = [
    labelled(labels.answer, first, style),
    ...rest.map((line) => labelled('', line, style)),
  ];
  return lines.join('\n') + traced;
}

/** The command that answers an open question. */
function replyText(
  { result: { id }, prefix, isOnce }: Closing,
  labels: Labels,
  request: Request,
): string {
  const answer = request.answers.length > 0 ? request.answers.join('|') : '"…"';
  const command = `${isOnce ? '' : prefix}npx loopwright answer ${id} ${request.requestId} ${answer}`;
  return isOnce ? `${command}   (${labels.whileUp})` : command;
}

type Request = NonNullable<TaskView['request']>;

function questionLines(closing: Closing, request: Request, style: PictureStyle): string[] {
  const { labels } = style;
  return [
    labelled(labels.question, `${request.question} (${request.kind} ${request.requestId})`, style),
    labelled(labels.reply, replyText(closing, labels, request), style),
  ];
}

function endLines(closing: Closing, style: PictureStyle): string[] {
  const { labels } = style;
  const { request, answer, class: cls, code, reason = '', cure = '' } = closing.result;
  if (request !== undefined) return questionLines(closing, request, style);
  if (answer !== null) return [answerText(closing, style)];
  const named = code === undefined ? '' : ` (${cls}, ${code})`;
  return [
    ...(reason === '' ? [] : [labelled(labels.reason, `${reason}${named}`, style)]),
    ...(cure === '' ? [] : [labelled(labels.cure, cure, style)]),
  ];
}

export const closingLines = (closing: Closing, style: PictureStyle): string[] => [
  summaryLine(closing, style),
  ...endLines(closing, style),
];
