// The object that a watched task ends with, its exit code, and its words.
import { expect, it } from 'vitest';
import type { TaskView } from '../../../machines/task/task-view.ts';
import { closingText } from '../../../services/cli/closing-text.ts';
import { exitCodeOf } from '../../../services/cli/exit-codes.ts';
import { paintFor } from '../../../services/cli/paint.ts';
import { isSettled, resultOf } from '../../../services/cli/task-result.ts';

const counts = { accepted: 1, failed: 0, skipped: 1, cancelled: 0, total: 2 };
const usage = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

const running: TaskView = {
  id: 't1',
  row: { status: 'acting', goal: 'a goal', counts, usage },
  submittedAt: '2027-01-01T00:00:00.000Z',
  endedAt: null,
  revision: 1,
  steps: [],
  request: null,
  result: null,
  stalled: null,
};

const ended = (type: string, status: string, data: object): TaskView =>
  ({
    ...running,
    row: { ...running.row, status },
    endedAt: '2027-01-01T00:00:02.500Z',
    result: { type, data: { decisions: [], counts, usage, row: running.row, ...data } },
  }) as unknown as TaskView;

const NOW = '2027-01-01T00:01:00.000Z';

it('carries answer and data of a completed task', () => {
  const view = ended('task.completed', 'completed', { answer: 'done', data: { a: 1 } });
  expect(resultOf(view, NOW)).toEqual({
    type: 'result',
    id: 't1',
    status: 'completed',
    answer: 'done',
    data: { a: 1 },
    decisions: [],
    counts,
    usage,
    durationMs: 2_500,
  });
});

it('carries class, reason and cure of a failed one', () => {
  const why = { class: 'infeasible', code: 'SOLD_OUT', reason: 'no seat', cure: 'another day' };
  const result = resultOf(ended('task.failed', 'failed', { ...why, partial: {} }), NOW);
  expect(result).toMatchObject({ status: 'failed', answer: null, ...why });
  expect(closingText(result, 'a goal', paintFor(false))).toBe(
    [
      'reason (infeasible, SOLD_OUT): no seat',
      'cure: another day',
      'failed · 1 of 2 steps accepted, 1 skipped · 2.5 s',
    ].join('\n'),
  );
});

it('says of a waiting task what it asks and how to answer', () => {
  const request = {
    requestId: 'h1',
    kind: 'escalation',
    question: 'Again?',
    answers: ['approve', 'abort'],
  } as unknown as NonNullable<TaskView['request']>;
  const view: TaskView = { ...running, row: { ...running.row, status: 'waiting' }, request };
  expect(isSettled(view)).toBe(true);
  const text = closingText(resultOf(view, NOW), 'a goal', paintFor(false));
  expect(text).toContain('waits for you (escalation h1): Again?');
  expect(text).toContain('npx loopwright answer t1 h1 approve|abort');
});

it('goes on while nobody is asked and nothing has ended', () => {
  expect(isSettled(running)).toBe(false);
});

it('gives every end its exit code', () => {
  expect(
    ['completed', 'failed', 'cancelled', 'waiting'].map((s) => exitCodeOf(s as never)),
  ).toEqual([0, 5, 6, 7]);
});
