import { describe, expect, it } from 'vitest';
import { getShortestPaths } from 'xstate/graph';
import {
  type ExecutorFact,
  executorKernel,
  executorMachine,
  executorOwes,
} from '../../../machines/executor/executor-machine.ts';
import { stateHash } from '../../../machines/kernel.ts';
import {
  AT,
  attemptFailed,
  claimed,
  dispatched,
  executed,
  outcomeUnknown,
  refOf,
} from '../../support/facts.ts';

const REF = refOf('a');
const READ = dispatched(REF);
const ONCE = dispatched(REF, { effect: 'once' });
const MINE = claimed(REF, 'me');
const OTHERS = claimed(REF, 'other');
const FACTS: readonly ExecutorFact[] = [
  ...[READ, ONCE, MINE, OTHERS, executed(REF), outcomeUnknown(REF)],
  ...[attemptFailed(REF, 1, AT), attemptFailed(REF, 2, null)],
];
const OWED = {
  idle: null,
  claiming: 'claim',
  invoking: 'invoke',
  lost: 'reportUnknown',
  terminated: null,
} as const;

const paths = getShortestPaths(executorMachine, {
  input: { claimant: 'me' },
  events: [...FACTS],
  serializeState: ({ value, context }) =>
    JSON.stringify([value, context.claimedBy, context.nextTryAt]),
  limit: 500,
});

const fresh = executorKernel.initial({ claimant: 'me' });
const having = (...facts: ExecutorFact[]) => executorKernel.fold(fresh, facts);

describe('the executor machine', () => {
  it('reaches every state of its chart', () => {
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(
      new Set(Object.keys(executorMachine.states)),
    );
  });

  for (const { state, steps } of paths) {
    const facts = steps.slice(1).map(({ event }) => event as ExecutorFact);
    const value = state.value as keyof typeof OWED;
    it(`owes ${OWED[value] ?? 'nothing'} after ${facts.map(({ type }) => type).join(', ') || 'nothing'} (${value})`, () => {
      const folded = having(...facts);
      expect(folded.value).toBe(value);
      expect(executorOwes(folded)).toBe(OWED[value]);
      expect(folded.context).toEqual(state.context);
    });
  }

  it('I6: claims a call that may happen only once before it invokes it', () => {
    expect(executorOwes(having(ONCE))).toBe('claim');
    expect(executorOwes(having(ONCE, MINE))).toBe('invoke');
    expect(executorOwes(having(READ))).toBe('invoke');
  });

  it("I6: never invokes under somebody else's claim, and reports the outcome as unknown", () => {
    const lost = having(ONCE, OTHERS);
    expect(executorOwes(lost)).toBe('reportUnknown');
    expect(lost.context).toMatchObject({ claimedBy: 'other', instance: 'executor-1' });
    expect(executorKernel.fold(lost, [MINE, READ, ONCE])).toBe(lost);
  });

  it('counts tries, and stays invoking while another is allowed', () => {
    const tried = having(READ, attemptFailed(REF, 1, AT));
    expect(executorOwes(tried)).toBe('invoke');
    expect(tried.context).toMatchObject({ tries: 1, nextTryAt: AT });
    expect(executorKernel.step(tried, attemptFailed(REF, 2, null))).toBe(tried);
  });

  it('I4: is over once a result is in the log, whoever wrote it', () => {
    for (const before of [[], [READ], [ONCE], [ONCE, MINE], [ONCE, OTHERS]]) {
      const over = having(...before, executed(REF));
      expect(over.value).toBe('terminated');
      expect(stateHash(executorKernel.fold(over, FACTS))).toBe(stateHash(over));
    }
  });
});
