import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldTask } from '../../../machines/task/task-view.ts';
import { verifyTask } from '../../../machines/task/verify-task.ts';
import type { EventOf, LoopEvent, TerminalType } from '../../../shared/events/catalog.ts';
import { orderly, randomly, SimulatedRun } from '../../support/simulated-run.ts';
import { SimulatedWorld } from '../../support/simulated-world.ts';

const seeds = fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1 }));
const RUNS = { seed: 20_260_301, numRuns: 80 };

const endOf = (run: SimulatedRun) => {
  const end = run.end as EventOf<TerminalType> | undefined;
  if (end === undefined) return { stuck: run.events.slice(-4).map(({ id }) => id) };
  return {
    type: end.type,
    counts: end.data.counts,
    why: end.type === 'task.failed' ? end.data.code : null,
  };
};

const dispatches = (events: readonly LoopEvent[]) =>
  events
    .flatMap((event) => (event.type === 'step.dispatched' ? [event.data] : []))
    .map(({ revision, stepId, attempt }) => `${revision}.${stepId}.${attempt}`);

const isSettling = ({ type, data }: LoopEvent): boolean =>
  (type === 'step.observed' && data.class !== 'unknownOutcome') ||
  (type === 'step.probed' && data.outcome === 'absent');

/** Calls of a step between an unknown outcome and whatever settled it. */
function riskyCalls(events: readonly LoopEvent[]): string[] {
  const unsettled = new Set<string>();
  const risky: string[] = [];
  for (const event of events) {
    const stepId = 'stepId' in event.data ? String(event.data.stepId) : '';
    if (event.type === 'step.outcomeUnknown') unsettled.add(stepId);
    if (event.type === 'human.answered') unsettled.clear();
    if (isSettling(event)) unsettled.delete(stepId);
    if (event.type === 'step.dispatched' && unsettled.has(stepId)) risky.push(stepId);
  }
  return risky;
}

describe('a router that is killed between any two appends', () => {
  it('I1: ends every task as a router that never was', () => {
    let kills = 0;
    fc.assert(
      fc.property(seeds, ([script, schedule]) => {
        const calm = new SimulatedRun(new SimulatedWorld(script), orderly).finish();
        const wild = new SimulatedRun(new SimulatedWorld(script), randomly(schedule)).finish();
        kills += wild.kills;
        expect(endOf(wild)).toEqual(endOf(calm));
        expect(endOf(calm)).not.toHaveProperty('stuck');
        expect(dispatches(wild.events).toSorted()).toEqual(dispatches(calm.events).toSorted());
      }),
      RUNS,
    );
    expect(kills).toBeGreaterThan(RUNS.numRuns);
  }, 60_000);

  it('I4, I6: sends each attempt once, and none while an outcome is unknown', () => {
    fc.assert(
      fc.property(seeds, ([script, schedule]) => {
        const { events } = new SimulatedRun(
          new SimulatedWorld(script),
          randomly(schedule),
        ).finish();
        const sent = dispatches(events);
        expect(new Set(sent).size).toBe(sent.length);
        expect(riskyCalls(events)).toEqual([]);
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      }),
      RUNS,
    );
  }, 60_000);

  it('leaves a log whose every recorded hash can be computed again', () => {
    fc.assert(
      fc.property(seeds, ([script, schedule]) => {
        const run = new SimulatedRun(new SimulatedWorld(script), randomly(schedule)).finish();
        const { problems, decisions } = verifyTask(run.log);
        expect(problems).toEqual([]);
        expect(decisions).toBeGreaterThan(5);
        expect(foldTask(run.events).value).toBe('terminated');
      }),
      RUNS,
    );
  }, 60_000);
});
