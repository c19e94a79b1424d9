/** How a task ended, in words: answer or reason, counts, duration; or what it asks and how to answer. */
import type { TaskView } from '../../machines/task/task-view.ts';
import { type Labels, labelsFor } from './labels.ts';
import type { Paint } from './paint.ts';
import type { TaskResult } from './task-result.ts';

const countsText = ({ counts }: TaskResult, labels: Labels): string => {
  const rest = (['failed', 'skipped', 'cancelled'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `, ${counts[name]} ${labels.step[name]}`);
  return `${counts.accepted} ${labels.of} ${counts.total} ${labels.steps} ${labels.step.accepted}${rest.join('')}`;
};

/** The command that answers an open question. */
const commandFor = (id: string, request: NonNullable<TaskView['request']>): string => {
  const answer = request.answers.length > 0 ? request.answers.join('|') : '"…"';
  return `npx loopwright answer ${id} ${request.requestId} ${answer}`;
};

function questionLines(
  id: string,
  request: NonNullable<TaskView['request']>,
  labels: Labels,
): string[] {
  return [
    `${labels.question} (${request.kind} ${request.requestId}): ${request.question}`,
    `${labels.answerWith}: ${commandFor(id, request)}`,
  ];
}

const told = (result: TaskResult, labels: Labels): string[] => {
  if (result.request !== undefined) return questionLines(result.id, result.request, labels);
  if (result.answer !== null) return [`${labels.answer}: ${result.answer}`];
  const { class: kind, code, reason = '', cure = '' } = result;
  const named = code === undefined ? '' : ` (${kind}, ${code})`;
  return [
    ...(reason === '' ? [] : [`${labels.reason}${named}: ${reason}`]),
    ...(cure === '' ? [] : [`${labels.cure}: ${cure}`]),
  ];
};

/** @param goal decides the language */
export function closingText(result: TaskResult, goal: string, paint: Paint): string {
  const labels = labelsFor(goal);
  const colour = result.status === 'completed' ? 'green' : 'yellow';
  const seconds = `${(result.durationMs / 1_000).toFixed(1)} ${labels.seconds}`;
  const status = paint(colour, labels.status[result.status]);
  return [...told(result, labels), `${status} · ${countsText(result, labels)} · ${seconds}`].join(
    '\n',
  );
}
