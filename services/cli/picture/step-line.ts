/** One step on one line: what it did with what, and on the right how it went. */
import type { StepStatus } from '../../../machines/task/task-view.ts';
import type { Colour } from '../paint.ts';
import { clipTo, padTo, widthOf } from '../text-width.ts';
import { originsOf, originsText } from './origins.ts';
import { oneLine, type PictureStyle } from './picture-style.ts';
import { scoreText } from './scores.ts';
import { paramsText } from './short-params.ts';
import type { StepTale } from './step-tale.ts';

const MARKS: Readonly<Record<StepStatus, readonly [string, Colour]>> = {
  waiting: ['○', 'dim'],
  thinking: ['◔', 'cyan'],
  acting: ['◑', 'cyan'],
  observing: ['◕', 'cyan'],
  accepted: ['✔', 'green'],
  failed: ['✘', 'red'],
  skipped: ['–', 'yellow'],
  cancelled: ['–', 'yellow'],
};

/** The columns that the left part may take before the right one is pushed on. */
const LEFT_WIDTH = 52;
/** Two characters for the mark. */
const MARK_WIDTH = 2;
const SCORE_WIDTH = 10;
const LONG_MS = 10_000;

export type StepPlace = {
  readonly tale: StepTale;
  /** The steps of its plan, itself among them. */
  readonly all: readonly StepTale[];
  /** Of the whole task. */
  readonly stepIds: ReadonlySet<string>;
};

const nameOf = ({ view, def }: StepTale, { labels }: PictureStyle): string => {
  if (def?.kind === 'ask') return labels.asking;
  return view.tool ?? labels.reasoning;
};

/** An earlier step that ran while this one did; the log's order says so, no clock. */
function besides({ tale, all }: StepPlace): string[] {
  const { span } = tale;
  if (span === undefined) return [];
  const twin = all
    .slice(0, all.indexOf(tale))
    .find(
      (other) => other.span !== undefined && other.span.from < span.to && span.from < other.span.to,
    );
  return twin === undefined ? [] : [`∥ ${twin.view.id}`];
}

/** What was read out of earlier results, else the parameters as they are; a step without any says what it is for. */
function toldOf({ tale, stepIds }: StepPlace, { labels }: PictureStyle): string[] {
  const { view, def, last } = tale;
  const origins = originsOf(def?.params, { bindings: last?.bindings ?? {}, stepIds, labels });
  const read = new Set(origins.flatMap((origin) => origin.stepIds));
  const others = view.dependsOn.filter((id) => !read.has(id));
  const after = others.length === 0 ? [] : [`${labels.after} ${others.join(', ')}`];
  if (view.tool === null) return [oneLine(view.description), ...after];
  if (origins.length > 0) return [originsText(origins), ...after];
  const params = paramsText(view.params);
  return [params === '' ? oneLine(view.description) : params, ...after];
}

const elapsed = (ms: number): string =>
  ms < LONG_MS ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;

const ORDER = /^(order|booking|reservation|confirmation)_?(no|number|id|code)?$/i;

/** What is left of a long order number where columns are few: its end tells it from the others. */
const ORDER_WIDTH = 12;
const ORDER_TAIL = 8;

/** The number under which the other side knows what was done once. */
function orderOf({ incidents, last }: StepTale, { columns }: PictureStyle): string | undefined {
  if (last?.effect !== 'once') return undefined;
  const accepted = incidents.findLast(
    (incident) => incident.kind === 'verdict' && incident.event.data.accepted,
  );
  const data = accepted?.kind === 'verdict' ? accepted.event.data.result.data : null;
  if (typeof data !== 'object' || data === null) return undefined;
  const found = Object.entries(data).find(
    ([name, value]) => ORDER.test(name) && ['string', 'number'].includes(typeof value),
  );
  if (found === undefined) return undefined;
  const order = String(found[1]);
  const isShort = columns === undefined || order.length <= ORDER_WIDTH;
  return isShort ? order : `…${order.slice(-ORDER_TAIL)}`;
}

function scoreCell({ view, attempts, failedTries }: StepTale, { labels }: PictureStyle): string {
  if (attempts > 1) return labels.attempts(attempts);
  if (failedTries > 0) return labels.tries(failedTries + 1);
  if (view.status !== 'accepted') return labels.step[view.status];
  return view.score === null ? labels.step.accepted : `S ${scoreText(view.score)}`;
}

function rightOf(tale: StepTale, style: PictureStyle): string {
  const { labels } = style;
  const { view, elapsedMs } = tale;
  const order = orderOf(tale, style);
  const isOver = view.status === 'accepted' || view.status === 'failed';
  const time = elapsedMs === undefined || !isOver ? [] : [elapsed(elapsedMs).padStart(6)];
  const cells = [
    padTo(scoreCell(tale, style), SCORE_WIDTH),
    ...(order === undefined ? time : [`${labels.once} ${order}`]),
  ];
  return cells.join('  ').trimEnd();
}

export type StepRow = {
  readonly mark: readonly [string, Colour];
  readonly left: string;
  readonly right: string;
};

/** @param nameWidth columns of the longest name in the plan */
export function stepRow(place: StepPlace, nameWidth: number, style: PictureStyle): StepRow {
  const { tale } = place;
  const name = padTo(nameOf(tale, style), nameWidth);
  const words = [`${tale.view.id} ${name}`, ...toldOf(place, style), ...besides(place)];
  return {
    mark: MARKS[tale.view.status],
    left: words
      .filter((word) => word !== '')
      .join('  ')
      .trimEnd(),
    right: rightOf(tale, style),
  };
}

export const nameWidthOf = (tales: readonly StepTale[], style: PictureStyle): number =>
  Math.max(0, ...tales.map((tale) => widthOf(nameOf(tale, style))));

/** @param leftWidth columns that the left parts of the plan's rows want */
export function rowText(
  { mark: [mark, colour], left, right }: StepRow,
  leftWidth: number,
  { paint, columns }: PictureStyle,
): string {
  const wanted = Math.min(leftWidth, LEFT_WIDTH);
  const room = columns === undefined ? undefined : columns - MARK_WIDTH - widthOf(right) - 2;
  const shown = room === undefined ? left : clipTo(left, Math.max(room, 1));
  const width = room === undefined ? wanted : Math.min(wanted, room);
  return `${paint(colour, mark)} ${padTo(shown, width)}  ${paint(colour, right)}`.trimEnd();
}
