// The picture of a plan: who hangs where, in whose language, and how wide.
import { expect, it } from 'vitest';
import type { StepView } from '../../../machines/task/task-view.ts';
import { labelsFor } from '../../../services/cli/labels.ts';
import { paintFor } from '../../../services/cli/paint.ts';
import { statusText, treeLines } from '../../../services/cli/step-tree.ts';
import { clipTo, padTo, widthOf } from '../../../services/cli/text-width.ts';

const view = (id: string, dependsOn: string[], more: Partial<StepView> = {}): StepView => ({
  id,
  revision: 1,
  tool: 'noop',
  description: `do ${id}`,
  dependsOn,
  status: 'waiting',
  attempt: 1,
  score: null,
  params: {},
  summary: '',
  layers: [],
  feedback: null,
  ...more,
});

const english = { labels: labelsFor('a goal'), paint: paintFor(false) };

it('hangs each step under the last one it waits for, and names the others', () => {
  const steps = [view('a', []), view('b', ['a']), view('c', ['a']), view('d', ['b', 'c'])];
  expect(treeLines(steps, [], english)).toEqual([
    '└─ ○ a noop        waiting         do a',
    '   ├─ ○ b noop     waiting         do b',
    '   └─ ○ c noop     waiting         do c',
    '      └─ ○ d noop  waiting         do d (also after b)',
  ]);
});

it('names the others whatever order they are given in', () => {
  const steps = [view('a', []), view('b', []), view('c', ['b', 'a'])];
  expect(treeLines(steps, [], english).join('\n')).toContain('do c (also after a)');
});

it('tells the score of what was accepted, and what was rejected before', () => {
  const accepted = view('a', [], { status: 'accepted', score: 1_000, attempt: 2, summary: 'done' });
  const lines = treeLines([accepted], [{ stepId: 'a', text: 'attempt 1 rejected' }], english);
  expect(lines[0]).toContain('accepted 1.000 (attempt 2)');
  expect(lines[0]).toContain('done');
  expect(lines[1]).toBe('     ! attempt 1 rejected');
});

it('speaks Chinese about a Chinese goal', () => {
  const labels = labelsFor('预订机票');
  expect(statusText(view('a', [], { status: 'accepted', score: 800 }), labels)).toBe('通过 0.800');
  expect(labelsFor('book a flight').step.accepted).toBe('accepted');
});

it('draws every step of a plan of a thousand', () => {
  const chain = Array.from({ length: 1_000 }, (_, index) =>
    view(`s${index}`, index === 0 ? [] : ['s0']),
  );
  expect(treeLines(chain, [], english)).toHaveLength(1_000);
});

it('counts two columns for Chinese characters and none for colours', () => {
  expect(widthOf('abc')).toBe(3);
  expect(widthOf('上海')).toBe(4);
  expect(padTo('上海', 6)).toBe('上海  ');
  const red = paintFor(true)('red', '上海上海');
  expect(clipTo(red, 20)).toBe(red);
  expect(clipTo('上海上海', 5)).toBe('上海…');
  expect(clipTo('abcdef', 6)).toBe('abcdef');
  expect(clipTo('abcdef', 5)).toBe('abcd…');
});
