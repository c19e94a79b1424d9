import { describe, expect, it } from 'vitest';
import { outstanding, timersOf } from '../../../machines/task/outstanding.ts';
import { countsOf } from '../../../machines/task/task-row.ts';
import { initialTask, taskKernel } from '../../../machines/task/task-machine.ts';
import type { TaskState } from '../../../machines/task/task-state.ts';
import { broughtToEnd, exploreTask, shapeOf, type Visit } from '../../support/explore-task.ts';
import { accepted, dispatched, planStep, refOf } from '../../support/facts.ts';
import { planProposed, planRequested, submitted } from '../../support/task-facts.ts';

const PLAN = planProposed([
  planStep('a'),
  planStep('b', { tool: 'book', dependsOn: ['a'] }),
  planStep('c', { tool: 'mail', dependsOn: ['a'] }),
]);
const LIMITS = { replans: 1, clarifications: 1, attemptsPerStep: 4 };

const begun = taskKernel.step(initialTask, submitted(LIMITS));
const planKnown = taskKernel.fold(begun, [planRequested(), PLAN]);
const halfWay = taskKernel.fold(planKnown, [
  dispatched(refOf('a')),
  accepted(refOf('a')),
  dispatched(refOf('b'), { tool: 'book', effect: 'once' }),
]);
const STARTS = { submission: begun, plan: planKnown, 'a call in flight': halfWay };

const isInFlight = ({ context }: TaskState): boolean =>
  context.plan.stage === 'sent' ||
  context.answer.stage === 'sent' ||
  context.steps.some(
    ({ value, context: step }) =>
      ['thinking', 'acting', 'observing'].includes(value) ||
      (value === 'idle' && step.unsettled && step.need === null),
  );

const isAwaited = (state: TaskState): boolean => {
  const { request, paused, stalled } = state.context;
  if (request?.stage === 'sent' || paused || stalled !== null) return true;
  return timersOf(state).some(({ id }) => id.endsWith('-later'));
};

function expectSound({ state, before, fact }: Visit): void {
  const owed = outstanding(state);
  const { context } = state;
  if (context.ended !== null) {
    expect(owed).toEqual([]);
    expect(state.value).toBe('terminated');
  } else if (context.end !== null) {
    expect(owed).toEqual([{ kind: 'end', end: context.end }]);
  } else if (owed.length === 0 && !isInFlight(state) && !isAwaited(state)) {
    expect.fail(`stuck after ${fact.type}: ${shapeOf(state)}`);
  }
  const { total, ...counts } = countsOf(context);
  const over = context.steps.filter(({ value }) => value === 'terminated').length;
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(over);
  expect(total).toBe(context.steps.length);
  for (const item of owed) {
    if (item.kind !== 'dispatch' && item.kind !== 'action') continue;
    expect(context.steps[item.position]?.context.unsettled).toBe(false);
  }
  for (const [position, step] of (before?.context.steps ?? []).entries()) {
    const now = context.steps[position];
    expect(now?.context.attempt).toBeGreaterThanOrEqual(step.context.attempt);
    if (step.value === 'terminated') expect(now?.value).toBe('terminated');
  }
}

describe('every reachable state of a task', () => {
  for (const [name, start] of Object.entries(STARTS)) {
    it(`I6, I7: from ${name} on: nothing is stuck, repeated or owed after the end`, () => {
      const seen = exploreTask({ start, plan: PLAN, limit: 1_500 }, expectSound);
      expect(seen).toBe(1_500);
    }, 60_000);
  }

  it('I7: an obliging world brings each of them to an end', () => {
    const stuck = new Set<string>();
    exploreTask({ start: halfWay, plan: PLAN, limit: 600 }, (visit) => {
      const { state, fact } = visit;
      const last = broughtToEnd(state, PLAN);
      if (last.context.ended === null) stuck.add(`${fact.type}: ${shapeOf(last)}`);
    });
    expect([...stuck]).toEqual([]);
  }, 60_000);
});
