/**
 * A plan as a tree: each step hangs under the last of those it waits for, and names the others. Pure:
 * from a view of the task to lines.
 */
import type { StepStatus, StepView } from '../../machines/task/task-view.ts';
import type { Labels } from './labels.ts';
import type { Colour, Paint } from './paint.ts';
import { type StepNote, scoreText } from './step-notes.ts';
import { padTo, widthOf } from './text-width.ts';

const MARKS: Readonly<Record<StepStatus, readonly [string, Colour]>> = {
  waiting: ['○', 'dim'],
  thinking: ['◔', 'cyan'],
  acting: ['◑', 'cyan'],
  observing: ['◕', 'cyan'],
  accepted: ['●', 'green'],
  failed: ['✗', 'red'],
  skipped: ['–', 'yellow'],
  cancelled: ['–', 'yellow'],
};

export type TreeStyle = { readonly labels: Labels; readonly paint: Paint };

type Placed = {
  readonly step: StepView;
  readonly parent: string | undefined;
  readonly lead: string;
  readonly stem: string;
};

const parentOf = (step: StepView, order: ReadonlyMap<string, number>): string | undefined =>
  step.dependsOn
    .filter((id) => order.has(id))
    .reduce<string | undefined>(
      (last, id) =>
        last === undefined || (order.get(id) ?? 0) > (order.get(last) ?? 0) ? id : last,
      undefined,
    );

/** The steps from the roots on, each with what is drawn before it and before its notes. */
function place(steps: readonly StepView[]): Placed[] {
  const order = new Map(steps.map(({ id }, index) => [id, index]));
  const children = new Map<string | undefined, StepView[]>();
  for (const step of steps) {
    const parent = parentOf(step, order);
    children.set(parent, [...(children.get(parent) ?? []), step]);
  }
  const placed: Placed[] = [];
  const walk = (parent: string | undefined, indent: string): void => {
    const row = children.get(parent) ?? [];
    row.forEach((step, index) => {
      const isLast = index === row.length - 1;
      const stem = `${indent}${isLast ? '   ' : '│  '}`;
      placed.push({ step, parent, lead: `${indent}${isLast ? '└─ ' : '├─ '}`, stem });
      walk(step.id, stem);
    });
  };
  walk(undefined, '');
  return placed;
}

/** `accepted 1.000`, `acting`, with the attempt from the second on. */
export function statusText(step: StepView, labels: Labels): string {
  const { status, score, attempt } = step;
  const word = labels.step[status];
  const scored = score !== null && status === 'accepted' ? ` ${scoreText(score)}` : '';
  return `${word}${scored}${attempt > 1 ? ` (${labels.attempt} ${attempt})` : ''}`;
}

const nameOf = ({ id, tool }: StepView): string => `${id} ${tool ?? '–'}`;

function lineOf(
  { step, parent, lead }: Placed,
  width: number,
  { labels, paint }: TreeStyle,
): string {
  const [mark, colour] = MARKS[step.status];
  const others = step.dependsOn.filter((id) => id !== parent);
  const after = others.length === 0 ? '' : paint('dim', ` (${labels.after} ${others.join(', ')})`);
  const head = padTo(`${lead}${mark} ${nameOf(step)}`, width);
  const painted = head.replace(mark, paint(colour, mark));
  const told = step.status === 'accepted' ? step.summary : step.description;
  return `${painted}  ${paint(colour, padTo(statusText(step, labels), 14))}  ${paint('dim', told)}${after}`.trimEnd();
}

/** @param notes of all steps, in the order of the log */
export function treeLines(
  steps: readonly StepView[],
  notes: readonly StepNote[],
  style: TreeStyle,
): string[] {
  const placed = place(steps);
  const width = Math.max(0, ...placed.map(({ step, lead }) => widthOf(`${lead}○ ${nameOf(step)}`)));
  return placed.flatMap((one) => {
    const own = notes.filter(({ stepId }) => stepId === one.step.id);
    const told = own.map(({ text }) => `${one.stem}  ${style.paint('yellow', `! ${text}`)}`);
    return [lineOf(one, width, style), ...told];
  });
}
