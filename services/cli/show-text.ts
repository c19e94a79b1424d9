/** A task for people, whole: its plan with verdicts and evidence, parameters, question, and end. */
import type { StepView, TaskView } from '../../machines/task/task-view.ts';
import { closingText } from './closing-text.ts';
import { labelsFor } from './labels.ts';
import type { Paint } from './paint.ts';
import { scoreText } from './step-notes.ts';
import { statusText, type TreeStyle, treeLines } from './step-tree.ts';
import { resultOf } from './task-result.ts';

const layerLines = ({ layers }: StepView): string[] =>
  layers.flatMap(({ layer, score, evidence }) => [
    `    ${layer} ${scoreText(score)}`,
    ...evidence.map(
      ({ rule, ok, detail }) =>
        `      ${ok ? '+' : '!'} ${rule}${detail === '' ? '' : `: ${detail}`}`,
    ),
  ]);

const stepLines = (step: StepView, { labels, paint }: TreeStyle): string[] => [
  `  ${paint('bold', `${step.id} ${step.tool ?? '–'}`)}  ${statusText(step, labels)}`,
  ...(Object.keys(step.params).length === 0 ? [] : [`    params ${JSON.stringify(step.params)}`]),
  ...(step.summary === '' ? [] : [`    ${step.summary}`]),
  ...(step.feedback === null ? [] : [`    ${paint('yellow', `! ${step.feedback}`)}`]),
  ...layerLines(step),
];

/** @param now ISO instant, for the duration of a task that still runs */
export function showText(view: TaskView, paint: Paint, now: string): string {
  const labels = labelsFor(view.row.goal);
  const style = { labels, paint };
  return [
    `${labels.task} ${view.id}  "${view.row.goal}"`,
    ...treeLines(view.steps, [], style),
    '',
    ...view.steps.flatMap((step) => stepLines(step, style)),
    ...(view.stalled === null ? [] : ['', paint('red', view.stalled)]),
    '',
    closingText(resultOf(view, now), view.row.goal, paint),
  ].join('\n');
}
