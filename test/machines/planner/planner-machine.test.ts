import { describe, expect, it } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import {
  isPlannerQuestion,
  type PlannerFact,
  plannerKernel,
  plannerMachine,
  plannerOwes,
} from '../../../machines/planner/planner-machine.ts';

const OWED = {
  idle: null,
  planning: 'plan',
  choosing: 'action',
  reasoning: 'reasoning',
  deciding: 'decision',
  answering: 'answer',
  terminated: null,
} as const;

const TYPES: readonly PlannerFact['type'][] = [
  ...['plan.requested', 'action.requested', 'reasoning.requested', 'decision.requested'],
  ...['answer.requested', 'plan.proposed', 'plan.refused', 'action.proposed', 'action.refused'],
  ...['step.executed', 'reasoning.refused', 'decision.proposed', 'decision.refused'],
  ...['answer.proposed', 'answer.refused'],
] as PlannerFact['type'][];

const paths = getShortestPaths(plannerMachine, {
  events: TYPES.map((type) => ({ type })),
  serializeState: (state) => JSON.stringify(state.value),
  limit: 200,
});

describe('the planner machine', () => {
  it('reaches every state of its chart', () => {
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(
      new Set(Object.keys(plannerMachine.states)),
    );
  });

  for (const { state, steps } of paths) {
    const value = state.value as keyof typeof OWED;
    const facts = steps.slice(1).map(({ event }) => event as PlannerFact);
    it(`owes ${OWED[value] ?? 'nothing'} in ${value}`, () => {
      const folded = plannerKernel.fold(plannerKernel.initial(undefined), facts);
      expect(folded.value).toBe(value);
      expect(plannerOwes(folded)).toBe(OWED[value]);
    });
  }

  for (const question of TYPES.filter(isPlannerQuestion)) {
    it(`I4: asks nothing twice: a second ${question} changes nothing`, () => {
      const asked = plannerKernel.step(plannerKernel.initial(undefined), { type: question });
      expect(plannerOwes(asked)).not.toBeNull();
      expect(plannerKernel.step(asked, { type: question })).toBe(asked);
    });
  }

  it('takes no answer to another question', () => {
    const asked = plannerKernel.step(plannerKernel.initial(undefined), { type: 'plan.requested' });
    expect(plannerKernel.step(asked, { type: 'answer.proposed' })).toBe(asked);
  });
});
