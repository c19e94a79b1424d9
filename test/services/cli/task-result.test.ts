// The object that a watched task ends with, its exit code, and its words.
import { expect, it } from 'vitest';
import type { TaskView } from '../../../machines/task/task-view.ts';
import { type Closing, closingLines } from '../../../services/cli/closing-lines.ts';
import { exitCodeOf } from '../../../services/cli/exit-codes.ts';
import { isSettled, resultOf } from '../../../services/cli/task-result.ts';
import { answerObserved } from '../../support/task-facts.ts';
import { eventsOf, flights, ran, styleFor, wrongCity } from './picture/travel-run.ts';

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

const closing = (view: TaskView, changed: Partial<Closing> = {}): string[] => {
  const result = resultOf(view, NOW);
  const rest = { events: [], effects: undefined, prefix: '', isOnce: false };
  return closingLines({ result, ...rest, ...changed }, styleFor(view.row.goal));
};

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
  expect(closing(ended('task.failed', 'failed', { ...why, partial: {} }))).toEqual([
    'failed 2.5 s   0 calls · 0 rejected',
    'reason   no seat (infeasible, SOLD_OUT)',
    'cure     another day',
  ]);
});

const effect = (stepId: string, effects: number) => ({
  key: `t1.${stepId}`,
  stepId,
  kind: 'flight',
  effects,
  calls: 1,
});

it('counts calls, rejections and effects, and what the answer stands on', () => {
  const view = ended('task.completed', 'completed', { answer: 'MU5678 ¥800', data: null });
  const covers = [
    { of: 'goal', stepIds: ['s3', 's10'] },
    { of: 'c1', stepIds: ['s3', 's1'] },
  ];
  const observed = answerObserved(true);
  const events = eventsOf([
    ran('s1', 1),
    wrongCity(),
    ran('s1', 2),
    flights(2),
    { ...observed, data: { ...observed.data, covers } } as typeof observed,
  ]);
  const effects = [effect('s3', 1), effect('s4', 1), effect('s3', 0)];
  expect(closing(view, { events, effects })).toEqual([
    'completed 2.5 s   2 calls · 1 rejected · 2 effects, each once',
    'answer   MU5678 ¥800 (each figure traced to s1, s3, s10)',
  ]);
});

it('counts what is too much to name', () => {
  const view = ended('task.completed', 'completed', { answer: 'done', data: null });
  const observed = answerObserved(true);
  const covers = [{ of: 'goal', stepIds: ['a1', 'a3', 'a5', 'a7', 'a9', 'a11', 'a13'] }];
  const events = eventsOf([{ ...observed, data: { ...observed.data, covers } } as typeof observed]);
  expect(closing(view, { events })[1]).toContain('traced to a1, a3, a5, a7, a9 … a13');
});

it('keeps the lines of an answer under each other', () => {
  const view = ended('task.completed', 'completed', { answer: 'one\ntwo\n', data: null });
  expect(closing(view).slice(1)).toEqual(['answer   one\n         two']);
});

it('names the steps as a row, and the effect that happened twice', () => {
  const view = ended('task.completed', 'completed', { answer: 'done', data: null });
  const observed = answerObserved(true);
  const covers = [{ of: 'goal', stepIds: ['s2', 's1', 's3'] }];
  const events = eventsOf([{ ...observed, data: { ...observed.data, covers } } as typeof observed]);
  const [summary, answer] = closing(view, { events, effects: [effect('s3', 2), effect('s4', 1)] });
  expect(summary).toContain('3 effects (flight of s3 2 times)');
  expect(answer).toContain('traced to s1–s3');
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
  expect(closing(view, { prefix: 'NATS_URL=nats://h:1 ' })).toEqual([
    'waiting 60.0 s   0 calls · 0 rejected',
    'question Again? (escalation h1)',
    'reply    NATS_URL=nats://h:1 npx loopwright answer t1 h1 approve|abort',
  ]);
  expect(closing(view, { isOnce: true }).at(-1)).toBe(
    'reply    npx loopwright answer t1 h1 approve|abort   (while it runs: without --once)',
  );
});

it('goes on while nobody is asked and nothing has ended', () => {
  expect(isSettled(running)).toBe(false);
});

it('gives every end its exit code', () => {
  expect(
    ['completed', 'failed', 'cancelled', 'waiting'].map((s) => exitCodeOf(s as never)),
  ).toEqual([0, 5, 6, 7]);
});
