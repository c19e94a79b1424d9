import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewTask } from '../../../machines/task/task-view.ts';
import { TaskProgress } from '../../../shared/client/task-result.ts';
import type { LoopEvent } from '../../../shared/events/catalog.ts';
import { eventOf } from '../../support/recorded.ts';
import { randomly, SimulatedRun } from '../../support/simulated-run.ts';
import { SimulatedWorld } from '../../support/simulated-world.ts';
import { humanAnswered, humanRequested, submitted, timerFired } from '../../support/task-facts.ts';

const seeds = fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1 }));

const asked = eventOf(humanRequested(1, { answers: ['approve', 'abort'] }));
const progressAfter = (...events: LoopEvent[]): TaskProgress => {
  const progress = new TaskProgress('t1');
  for (const event of events) progress.take(event);
  return progress;
};

const standing = (progress: TaskProgress) => {
  const result = progress.result();
  if (result?.status === 'waiting') return { request: result.request, end: null };
  return { request: null, end: result?.status ?? null };
};

describe('what a task has come to', () => {
  it('is, after any event, what the task machine says: the open question, and how it ended', () => {
    let questions = 0;
    fc.assert(
      fc.property(seeds, ([script, schedule]) => {
        const world = new SimulatedWorld(script);
        const { events } = new SimulatedRun(world, randomly(schedule)).finish();
        const progress = new TaskProgress(events[0]!.subject);
        events.forEach((event, index) => {
          progress.take(event);
          const view = viewTask(events.slice(0, index + 1))!;
          expect(standing(progress)).toEqual({
            request: view.request,
            end: view.result === null ? null : view.row.status,
          });
          if (view.request !== null) questions += 1;
        });
      }),
      { seed: 20_260_302, numRuns: 40 },
    );
    expect(questions).toBeGreaterThan(0);
  }, 60_000);

  it('is nothing yet while the task goes on by itself', () => {
    expect(progressAfter(eventOf(submitted())).result()).toBeUndefined();
  });

  it('is a question until an answer that it takes', () => {
    expect(progressAfter(asked).result()).toMatchObject({
      id: 't1',
      status: 'waiting',
      answer: null,
      request: { requestId: 'h1' },
    });
    expect(progressAfter(asked, eventOf(humanAnswered(1, 'approve'))).result()).toBeUndefined();
    expect(progressAfter(asked, eventOf(humanAnswered(1, 'abort'))).result()).toBeUndefined();
  });

  it('is still a question after another answer, or the answer to another question', () => {
    for (const answer of [humanAnswered(1, 'perhaps'), humanAnswered(2, 'approve')]) {
      expect(progressAfter(asked, eventOf(answer)).result()?.status).toBe('waiting');
    }
  });

  it('is no question any more once its time is over', () => {
    expect(progressAfter(asked, eventOf(timerFired('h1-expiry'))).result()).toBeUndefined();
    expect(progressAfter(asked, eventOf(timerFired('h2-expiry'))).result()?.status).toBe('waiting');
  });
});
