import { describe, expect, it } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import {
  type ObserverFact,
  observerKernel,
  observerMachine,
  observerOwes,
} from '../../../machines/observer/observer-machine.ts';
import type { Layer } from '../../../shared/events/step-events.ts';

const scored = (layer: Layer['layer'], score: number): ObserverFact => ({
  type: 'layer.scored',
  layer: { layer, score, evidence: [] },
});
const FACTS: readonly ObserverFact[] = [
  { type: 'step.executed' },
  { type: 'answer.proposed' },
  scored('syntax', 0),
  scored('syntax', 1_000),
  { type: 'step.observed' },
  { type: 'answer.observed' },
];
const OWED = {
  idle: null,
  syntax: 'syntax',
  semantics: 'semantics',
  consistency: 'consistency',
  reporting: 'report',
  judging: 'judgeAnswer',
  terminated: null,
} as const;

const paths = getShortestPaths(observerMachine, {
  events: [...FACTS],
  serializeState: ({ value, context }) =>
    JSON.stringify([value, context.layers.map(({ score }) => score)]),
  limit: 500,
});
const having = (...facts: ObserverFact[]) =>
  observerKernel.fold(observerKernel.initial(undefined), facts);

describe('the observer machine', () => {
  it('reaches every state of its chart', () => {
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(
      new Set(Object.keys(observerMachine.states)),
    );
  });

  for (const [index, { state, steps }] of paths.entries()) {
    const facts = steps.slice(1).map(({ event }) => event as ObserverFact);
    const value = state.value as keyof typeof OWED;
    it(`owes ${OWED[value] ?? 'nothing'} in ${value} (path ${index + 1}, ${facts.length} facts)`, () => {
      expect(having(...facts).value).toBe(value);
      expect(observerOwes(having(...facts))).toBe(OWED[value]);
    });
  }

  it('judges syntax, then semantics, then consistency, then reports', () => {
    const row: ObserverFact[] = [{ type: 'step.executed' }];
    const owed = [observerOwes(having(...row))];
    for (const layer of ['syntax', 'semantics', 'consistency'] as const) {
      row.push(scored(layer, 1_000));
      owed.push(observerOwes(having(...row)));
    }
    expect(owed).toEqual(['syntax', 'semantics', 'consistency', 'report']);
    expect(having(...row).context.layers).toHaveLength(3);
  });

  it('reports at once when the syntax is broken', () => {
    expect(observerOwes(having({ type: 'step.executed' }, scored('syntax', 999)))).toBe('report');
  });

  it('goes on when a later layer scores low: gates are the verdict, not the chart', () => {
    const low = having({ type: 'step.executed' }, scored('syntax', 1_000), scored('semantics', 0));
    expect(observerOwes(low)).toBe('consistency');
  });
});
