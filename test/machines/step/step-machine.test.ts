import { describe, expect, it } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import { stepKernel, stepMachine } from '../../../machines/step/step-machine.ts';
import type { StepFact, StepState } from '../../../machines/step/step-state.ts';
import { needOf } from '../../../machines/task/step-need.ts';
import { initialTask } from '../../../machines/task/task-machine.ts';
import { completeLimits } from '../../../shared/events/limits.ts';
import { ERROR_CLASSES } from '../../../shared/events/shapes.ts';
import * as facts from '../../support/facts.ts';

const policy = {
  declaration: facts.BOOK,
  limits: completeLimits({ attemptsPerStep: 2 }, 'plan'),
};
const A1 = facts.refOf('a');
const A2 = facts.refOf('a', 2);
const about = [A1, A2].flatMap((ref) => [
  ...[facts.dispatched(ref), facts.executed(ref), facts.accepted(ref)],
  ...ERROR_CLASSES.map((cls) => facts.rejected(ref, cls)),
  ...[facts.outcomeUnknown(ref), facts.probeRequested(ref), facts.checkRequested(ref, 2)],
  ...(['happened', 'absent', 'unknown'] as const).map((outcome) => facts.probed(ref, outcome)),
  ...[facts.actionRequested(ref), facts.actionProposed(ref), facts.actionRefused(ref, 'plan')],
  ...[facts.actionRejected(ref), facts.actionRefused(ref, 'model', 'MODEL_TIMEOUT')],
]);
const answers = ['approve', 'edit', 'retry', 'continue'].map(
  (answer) => ({ type: 'order.answered', answer, params: undefined, text: undefined }) as const,
);
const FACTS = [
  ...about.map((fact) => ({ ...fact, policy }) as StepFact),
  ...answers,
  { type: 'order.askPerson' },
  { type: 'order.timerFired', timerId: 'r1-a-a1-later' },
  { type: 'order.end', outcome: 'skipped', failure: null },
] as StepFact[];

const input = { def: facts.planStep('a', { tool: 'book' }), revision: 1 };
const paths = getShortestPaths(stepMachine, {
  input,
  events: FACTS,
  serializeState: ({ value, context }) =>
    JSON.stringify([
      value,
      context.need,
      context.held?.limit,
      context.later !== null,
      context.unsettled,
      context.outcome,
      context.acted,
      context.failure !== null,
    ]),
  limit: 20_000,
});

const wrapped = (step: StepState) => ({
  ...initialTask.context,
  steps: [step],
  blockers: [0],
  dependents: [[]],
});

describe('the step machine', () => {
  it('reaches every state of its chart, and every kind of need', () => {
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(
      new Set(Object.keys(stepMachine.states)),
    );
    const needs = new Set(paths.map(({ state }) => state.context.need));
    expect(needs).toEqual(
      new Set([null, 'dispatch', 'action', 'probe', 'check', 'person', 'later']),
    );
  });

  for (const [index, { state, steps }] of paths.entries()) {
    const row = steps.slice(1).map(({ event }) => event as StepFact);
    const last = row.at(-1)?.type ?? 'nothing';
    it(`is consistent on path ${index + 1}: ${String(state.value)}, ${state.context.need ?? 'no need'}, after ${last}`, () => {
      const step = stepKernel.fold(stepKernel.initial(input), row);
      const { value, context } = step;
      const need = needOf(wrapped(step), 0);
      expect(value).toBe(state.value);
      expect(context.outcome !== null).toBe(value === 'terminated');
      expect(need !== null && value !== 'idle').toBe(false);
      if (value === 'terminated') expect([need, context.need]).toEqual([null, null]);
      if (context.unsettled && (last === 'step.probed' || last === 'step.outcomeUnknown'))
        expect(['probe', 'check', 'person', null]).toContain(need);
      if (need === 'later') expect(context.later).not.toBeNull();
    });
  }

  it('I4: takes a verdict once', () => {
    const judged = { ...facts.rejected(A1, 'parameter'), policy } as StepFact;
    const first = stepKernel.fold(stepKernel.initial(input), [FACTS[0]!, judged]);
    expect(first.context.rejections).toBe(1);
    expect(stepKernel.step(first, judged)).toBe(first);
  });
});
