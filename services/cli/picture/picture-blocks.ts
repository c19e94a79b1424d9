/**
 * The whole picture of a task as blocks of lines, in the order in which they are drawn: specification, each
 * plan with its steps, and what was refused, asked or reached in between. Pure: from the log to lines.
 */
import type { TaskView } from '../../../machines/task/task-view.ts';
import type { EventOf, LoopEvent } from '../../../shared/events/catalog.ts';
import { maskIds } from '../mask-ids.ts';
import { widthOf } from '../text-width.ts';
import { incidentLines } from './incident-lines.ts';
import { labelled, oneLine, type PictureStyle } from './picture-style.ts';
import { nameWidthOf, rowText, stepRow } from './step-line.ts';
import { type StepTale, talesOf } from './step-tale.ts';

export type Block = {
  /** The same block has the same key in every later picture. */
  readonly key: string;
  readonly lines: readonly string[];
  /** Nothing in it changes any more. */
  readonly isSettled: boolean;
};

const said = (event: LoopEvent, lines: readonly string[], isSettled = true): Block[] =>
  lines.length === 0 ? [] : [{ key: event.id, lines, isSettled }];

const note = (text: string, { paint }: PictureStyle): string => `  ${paint('yellow', text)}`;

function specLines({ data }: EventOf<'plan.proposed'>, style: PictureStyle): string[] {
  const texts = data.spec.constraints
    .map(({ text }) => oneLine(text))
    .filter((text) => text !== '');
  return texts.length === 0 ? [] : [labelled(style.labels.spec, texts.join(' · '), style)];
}

function refusedPlan({ data }: EventOf<'plan.refused'>, style: PictureStyle): string[] {
  const { labels, paint } = style;
  const { class: cls, code, reason, revision } = data;
  // The question stands by itself, with its answer, or at the end.
  const isQuestion = cls === 'clarify';
  const refused = `${paint('red', '✘')} ${labels.refused}  ${code}: ${oneLine(reason)}`;
  const then = { clarify: 'askBack', plan: 'plan', infeasible: 'end' } as const;
  // Whether a model is asked again later, the next plan tells.
  const move = cls === 'model' ? '' : labels.leadsTo(labels.move[then[cls]]);
  const correction = `→ ${cls}: ${labels.cause[cls]}${move}`;
  const plan = labels.plan(revision);
  if (isQuestion) return [labelled(plan, paint('yellow', correction), style)];
  return [labelled(plan, refused, style), note(correction, style)];
}

function refusedAnswer({ data }: EventOf<'answer.observed'>, style: PictureStyle): string[] {
  if (data.accepted) return [];
  const { labels, paint } = style;
  const { round, missing, ungrounded } = data;
  const why = [
    ...missing,
    ...(ungrounded.length === 0 ? [] : [labels.ungrounded(ungrounded.join(', '))]),
  ];
  return [
    `${paint('red', '✘')} ${labels.answerRefused(round)}  ${oneLine(why.join('; '))}`,
    note(`→ ${labels.answeredAgain}`, style),
  ];
}

/** About the task as a whole; what is about a step stands under the step. */
function taskLines(event: LoopEvent, style: PictureStyle): string[] {
  const { labels, paint } = style;
  switch (event.type) {
    case 'plan.refused':
      return refusedPlan(event, style);
    case 'answer.observed':
      return refusedAnswer(event, style);
    case 'answer.refused': {
      const { round, code, reason } = event.data;
      return [`${paint('red', '✘')} ${labels.answerRefused(round)}  ${code}: ${oneLine(reason)}`];
    }
    case 'limit.warned':
    case 'limit.reached': {
      const { limit, value, max } = event.data;
      return [`${paint('yellow', '!')} ${labels.limit(limit, value, max)}`];
    }
    case 'role.failed': {
      const { role, code, reason } = event.data;
      return [`${paint('red', '✘')} ${role}  ${code}: ${oneLine(reason)}`];
    }
    default:
      return [];
  }
}

/** Questions that are about no step, by their ids. */
const questionsIn = (events: readonly LoopEvent[]): ReadonlyMap<string, string> =>
  new Map(
    events.flatMap((event) =>
      event.type === 'human.requested' && event.data.ref === undefined
        ? [[event.data.requestId, event.data.question] as const]
        : [],
    ),
  );

/** A question with its answer; one that is open is said at the end, with how to reply. */
function answeredLines(
  { data }: EventOf<'human.answered'>,
  question: string,
  style: PictureStyle,
): string[] {
  const { labels, paint } = style;
  const told = oneLine(data.text ?? data.answer);
  return [
    `${paint('yellow', '?')} ${data.requestId}  ${oneLine(question)}`,
    note(`→ ${told} (${labels.by(data.by)})`, style),
  ];
}

const OVER: ReadonlySet<string> = new Set(['accepted', 'failed', 'skipped', 'cancelled']);

/** Ended, and what was done about each rejection is known. */
const isOver = ({ view, incidents }: StepTale): boolean =>
  OVER.has(view.status) &&
  (view.status === 'accepted' ||
    incidents.every((incident) => !('next' in incident) || incident.next.move !== undefined));

function stepBlocks(
  tales: readonly StepTale[],
  stepIds: ReadonlySet<string>,
  style: PictureStyle,
): Block[] {
  const nameWidth = nameWidthOf(tales, style);
  const rows = tales.map((tale) => stepRow({ tale, all: tales, stepIds }, nameWidth, style));
  const width = Math.max(0, ...rows.map(({ left }) => widthOf(left)));
  return rows.map((row, index) => {
    const tale = tales[index] as StepTale;
    return {
      key: `step/${tale.view.id}`,
      lines: [rowText(row, width, style), ...incidentLines(tale, style)],
      isSettled: isOver(tale),
    };
  });
}

function planBlocks(event: EventOf<'plan.proposed'>, max: number, style: PictureStyle): Block[] {
  const { revision, steps } = event.data;
  const size = style.labels.planSize(steps.length, max);
  return said(event, [labelled(style.labels.plan(revision), size, style)]);
}

/** @param events of one task, in the order of the log */
export function pictureBlocks(
  view: TaskView,
  events: readonly LoopEvent[],
  style: PictureStyle,
): Block[] {
  const tales = talesOf(view, events);
  const stepIds = new Set(view.steps.map(({ id }) => id));
  const questions = questionsIn(events);
  let max = 0;
  let spec = '';
  const blocks = events.flatMap((event): Block[] => {
    if (event.type === 'task.submitted') max = event.data.limits.stepsPerPlan;
    if (event.type === 'human.answered') {
      const question = questions.get(event.data.requestId);
      return question === undefined ? [] : said(event, answeredLines(event, question, style));
    }
    if (event.type !== 'plan.proposed') return said(event, taskLines(event, style));
    const lines = specLines(event, style);
    const isNew = lines.join('\n') !== spec;
    spec = lines.join('\n');
    return [
      ...(isNew && lines.length > 0 ? [{ key: `${event.id}/spec`, lines, isSettled: true }] : []),
      ...planBlocks(event, max, style),
      ...stepBlocks(
        tales.filter((tale) => tale.view.revision === event.data.revision),
        stepIds,
        style,
      ),
    ];
  });
  const stalled = view.stalled === null ? [] : [style.paint('red', maskIds(view.stalled))];
  return [
    ...blocks,
    ...(stalled.length > 0 ? [{ key: 'stalled', lines: stalled, isSettled: true }] : []),
  ].map((block) => ({ ...block, lines: block.lines.map(maskIds) }));
}
