import { describe, expect, it } from 'vitest';
import { type LoggedEvent, verifyTask } from '../../../machines/task/verify-task.ts';
import type { LoopEvent } from '../../../shared/events/catalog.ts';
import { orderly, SimulatedRun } from '../../support/simulated-run.ts';
import { SimulatedWorld } from '../../support/simulated-world.ts';

const { log } = new SimulatedRun(new SimulatedWorld(5), orderly).finish();

/** The log with one event's payload changed. */
const altered = (type: LoopEvent['type'], change: Record<string, unknown>): LoggedEvent[] => {
  const at = log.findIndex(({ event }) => event.type === type);
  return log.map((row, index) =>
    index === at
      ? { ...row, event: { ...row.event, data: { ...row.event.data, ...change } } as LoopEvent }
      : row,
  );
};

describe('verifyTask', () => {
  it('finds nothing in a log as it was written', () => {
    expect(verifyTask(log).problems).toEqual([]);
  });

  const changes = [
    ['task.submitted', { goal: 'Find a train' }],
    ['plan.proposed', { chosen: 7 }],
    ['step.observed', { summary: 'something else' }],
    ['step.observed', { tries: 2 }],
    ['step.dispatched', { params: { of: 'z' } }],
  ] as const;
  for (const [type, change] of changes) {
    it(`finds that ${JSON.stringify(change)} of ${type} was altered`, () => {
      const { problems } = verifyTask(altered(type, change));
      expect(problems.length).toBeGreaterThan(0);
      expect(problems[0]).toMatch(
        /^\d+ tdemo\/.+: recorded state [0-9a-f]{16}, folded [0-9a-f]{16}$/,
      );
    });
  }

  it('finds that an event is missing', () => {
    const without = log.filter(({ event }) => event.type !== 'plan.proposed');
    expect(verifyTask(without).problems).not.toEqual([]);
  });

  it('compares only what the same machine version wrote', () => {
    const older = altered('step.observed', { summary: 'else' }).map((row) => ({
      ...row,
      event: { ...row.event, machineversion: 'task@0' } as LoopEvent,
    }));
    expect(verifyTask(older).problems).toEqual([]);
    expect(verifyTask(older).decisions).toBe(verifyTask(log).decisions);
  });
});
