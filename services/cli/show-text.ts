/** A task for people, whole: its picture, then each step with parameters, verdict and evidence, then its end. */
import type { StepView, TaskView } from '../../machines/task/task-view.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { closingLines } from './closing-lines.ts';
import { labelsFor } from './labels-for.ts';
import { maskIds } from './mask-ids.ts';
import type { Paint } from './paint.ts';
import { pictureBlocks } from './picture/picture-blocks.ts';
import { labelled, oneLine, type PictureStyle } from './picture/picture-style.ts';
import { scoreText } from './picture/scores.ts';
import { resultOf } from './task-result.ts';
import { clipTo } from './text-width.ts';

const layerLines = ({ layers }: StepView): string[] =>
  layers.flatMap(({ layer, score, evidence }) => [
    `    ${layer} ${scoreText(score)}`,
    ...evidence.map(
      ({ rule, ok, detail }) =>
        `      ${ok ? '+' : '!'} ${rule}${detail === '' ? '' : `: ${detail}`}`,
    ),
  ]);

const stepLines = (step: StepView, { labels, paint }: PictureStyle): string[] => [
  `  ${paint('bold', `${step.id} ${step.tool ?? labels.reasoning}`)}  ${labels.step[step.status]}`,
  ...(Object.keys(step.params).length === 0 ? [] : [`    params ${JSON.stringify(step.params)}`]),
  ...(step.summary === '' ? [] : [`    ${step.summary}`]),
  ...layerLines(step),
];

/** `task     t7f3a…  "…"`, on one line; a screen shows what fits. */
export function taskLine(id: string, goal: string, style: PictureStyle): string {
  const line = labelled(style.labels.task, maskIds(`${id}  "${oneLine(goal)}"`), style);
  return style.columns === undefined ? line : clipTo(line, style.columns);
}

/**
 * @param events of one task, in the order of the log
 * @param now ISO instant, for the duration of a task that still runs
 */
export function showText(
  view: TaskView,
  events: readonly LoopEvent[],
  paint: Paint,
  now: string,
): string {
  const style = { labels: labelsFor(view.row.goal), paint, columns: undefined };
  const result = resultOf(view, now);
  const closing = { result, events, effects: undefined, prefix: '', isOnce: false };
  return [
    taskLine(view.id, view.row.goal, style),
    ...pictureBlocks(view, events, style).flatMap(({ lines }) => lines),
    '',
    ...view.steps.flatMap((step) => stepLines(step, style)),
    '',
    ...closingLines(closing, style),
  ].join('\n');
}
