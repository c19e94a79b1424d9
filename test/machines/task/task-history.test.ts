import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateHash } from '../../../machines/kernel.ts';
import { concernsRouter, factOf } from '../../../machines/task/fact-of.ts';
import { TaskHistory } from '../../../machines/task/task-history.ts';
import { initialTask, taskKernel } from '../../../machines/task/task-machine.ts';
import { foldTask } from '../../../machines/task/task-view.ts';
import type { LoopEvent } from '../../../shared/events/catalog.ts';
import { firstOfEachId } from '../../../shared/log/event-log.ts';
import { randomly, SimulatedRun } from '../../support/simulated-run.ts';
import { SimulatedWorld } from '../../support/simulated-world.ts';
import { cancelRequested, submitted } from '../../support/task-facts.ts';

const anyRun = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1 }))
  .map(([script, schedule]) =>
    new SimulatedRun(new SimulatedWorld(script), randomly(schedule)).finish(),
  );
const RUNS = { seed: 7, numRuns: 30 };
const folded = (events: readonly LoopEvent[]): string => stateHash(foldTask(events));

describe('the fold of a task', () => {
  it('I1: of any prefix is the state that stepping through it gave', () => {
    fc.assert(
      fc.property(anyRun, ({ events }) => {
        let state = initialTask;
        for (const [index, event] of events.entries()) {
          const fact = factOf(event);
          if (fact !== null) state = taskKernel.step(state, fact);
          if (index % 5 === 0) expect(folded(events.slice(0, index + 1))).toBe(stateHash(state));
        }
      }),
      RUNS,
    );
  }, 30_000);

  it('I4: keeps the first event of an id, so stored duplicates change nothing', () => {
    const places = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(anyRun, places, ({ events }, copies) => {
        const doubled = [...events];
        for (const [from, after] of copies) {
          const event = events[from % events.length]!;
          const first = doubled.indexOf(event);
          doubled.splice(first + 1 + (after % (doubled.length - first)), 0, event);
        }
        const logged = doubled.map((event, index) => ({ event, sequence: index + 1 }));
        const unique = firstOfEachId(logged).map(({ event }) => event as LoopEvent);
        expect(folded(unique)).toBe(folded(events));
        expect(() => foldTask(doubled)).not.toThrow();
      }),
      RUNS,
    );
  }, 30_000);

  it('takes no second submission and nothing after the end', () => {
    const once = taskKernel.step(initialTask, submitted());
    expect(taskKernel.step(once, submitted({}, { goal: 'another' }))).toBe(once);
    expect(taskKernel.step(initialTask, cancelRequested())).toBe(initialTask);
  });
});

describe('TaskHistory', () => {
  it('puts late facts in their place: any order of arrival folds as the log does', () => {
    const swaps = fc.array(fc.nat(), { minLength: 80, maxLength: 80 });
    fc.assert(
      fc.property(anyRun, swaps, ({ log }, distances) => {
        const rows = log.filter(({ event }) => concernsRouter(event)).slice(0, 80);
        const arrivals = rows
          .map((row, index) => ({ row, at: index + ((distances[index] ?? 0) % 12) }))
          .toSorted((a, b) => a.at - b.at);
        const history = new TaskHistory();
        for (const { row } of arrivals)
          expect(history.insert(row.sequence, factOf(row.event))).toBe(true);
        expect(stateHash(history.state)).toBe(folded(rows.map(({ event }) => event)));
      }),
      RUNS,
    );
  }, 30_000);

  it('refuses a fact from before what it remembers', () => {
    const history = new TaskHistory();
    for (let sequence = 10; sequence < 80; sequence += 1) history.insert(sequence, null);
    expect(history.insert(5, submitted())).toBe(false);
    expect(history.state).toBe(initialTask);
  });

  it('forks: what is folded ahead on the copy leaves the original alone', () => {
    const history = new TaskHistory();
    history.insert(1, submitted());
    const ahead = history.fork();
    ahead.insert(2, cancelRequested());
    expect(ahead.state.context.end?.type).toBe('task.cancelled');
    expect(history.state.context.end).toBeNull();
  });
});
