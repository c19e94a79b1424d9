import { describe, expect, it } from 'vitest';
import { type Owed, outstanding, timersOf } from '../../../machines/task/outstanding.ts';
import { initialTask, taskKernel } from '../../../machines/task/task-machine.ts';
import { countsOf } from '../../../machines/task/task-row.ts';
import type { TaskState } from '../../../machines/task/task-state.ts';
import { broughtToEnd, exploreTask, shapeOf, type Visit } from '../../support/explore-task.ts';
import { accepted, dispatched, planStep, refOf } from '../../support/facts.ts';
import { planProposed, planRequested, submitted } from '../../support/task-facts.ts';

const PLAN = planProposed([
  planStep('a'),
  planStep('b', { tool: 'book', dependsOn: ['a'] }),
  planStep('c', { tool: 'mail', dependsOn: ['a'] }),
  planStep('d', { tool: null, dependsOn: ['a'] }),
]);
const LIMITS = { replans: 1, clarifications: 1, attemptsPerStep: 4 };

const begun = taskKernel.step(initialTask, submitted(LIMITS));
const planKnown = taskKernel.fold(begun, [planRequested(), PLAN]);
const halfWay = taskKernel.fold(planKnown, [
  dispatched(refOf('a')),
  accepted(refOf('a')),
  dispatched(refOf('b'), { tool: 'book', effect: 'once' }),
]);
const STARTS = { submission: begun, 'the plan': planKnown, 'a call in flight': halfWay };

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

/** What is owed, held against where the task is. */
function faultInDebts(state: TaskState): string | null {
  const { context } = state;
  const owed = outstanding(state);
  if (context.ended !== null) {
    return owed.length === 0 && state.value === 'terminated' ? null : 'owes after the end';
  }
  if (context.end !== null)
    return owed.length === 1 && owed[0]?.kind === 'end' ? null : 'owes more';
  if (owed.length === 0 && !isInFlight(state) && !isAwaited(state)) return 'stuck';
  return faultInCalls(context, owed);
}

/** I6: what may have happened is not called again, and nothing is planned anew beside it. */
function faultInCalls({ steps, plan }: TaskState['context'], owed: readonly Owed[]): string | null {
  for (const item of owed) {
    if (item.kind !== 'dispatch' && item.kind !== 'action') continue;
    if (steps[item.position]?.context.unsettled !== false) return 'calls what may have happened';
  }
  const isReplan = plan.revision > 1 && owed.some(({ kind }) => kind === 'plan');
  const isUnsettled = steps.some(
    ({ value, context }) => context.unsettled && value !== 'terminated',
  );
  return isReplan && isUnsettled ? 'plans anew beside an unsettled call' : null;
}

function faultInSteps({ state, before }: Visit): string | null {
  const { accepted: good, failed, skipped, cancelled, total } = countsOf(state.context);
  const { steps } = state.context;
  const over = steps.filter(({ value }) => value === 'terminated').length;
  if (good + failed + skipped + cancelled !== over || total !== steps.length) return 'miscounts';
  for (const [position, step] of before.context.steps.entries()) {
    const now = steps[position];
    if ((now?.context.attempt ?? -1) < step.context.attempt) return 'loses an attempt';
    if (step.value === 'terminated' && now?.value !== 'terminated') return 'revives a step';
  }
  return null;
}

const SHAPES = 1_200;

describe('every reachable state of a task', () => {
  for (const [name, start] of Object.entries(STARTS)) {
    it(`I6, I7: from ${name} on, nothing is stuck, called twice or owed after the end`, () => {
      const faults = new Set<string>();
      const seen = exploreTask({ start, plan: PLAN, limit: SHAPES }, (visit, _shape, isNew) => {
        const fault = (isNew ? faultInDebts(visit.state) : null) ?? faultInSteps(visit);
        if (fault !== null)
          faults.add(
            `${fault}: ${visit.fact.type} ${shapeOf(visit.before)} => ${shapeOf(visit.state)}`,
          );
      });
      expect([...faults].slice(0, 10)).toEqual([]);
      expect(seen).toBe(SHAPES);
    }, 60_000);
  }

  it('I7: an obliging world brings each of them to an end', () => {
    const stuck = new Set<string>();
    exploreTask({ start: halfWay, plan: PLAN, limit: 400 }, ({ state, fact }, shape, isNew) => {
      if (!isNew) return;
      const last = broughtToEnd(state, PLAN);
      if (last.context.ended === null) stuck.add(`${fact.type} ${shape} => ${shapeOf(last)}`);
    });
    expect([...stuck].slice(0, 10)).toEqual([]);
  }, 60_000);
});
