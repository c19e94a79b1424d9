import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, initialTransition, transition } from 'xstate';
import { executorMachine } from '../../machines/executor/executor-machine.ts';
import { kernelOf, type State, stateHash } from '../../machines/kernel.ts';
import { observerMachine } from '../../machines/observer/observer-machine.ts';
import { plannerMachine } from '../../machines/planner/planner-machine.ts';
import { stepMachine } from '../../machines/step/step-machine.ts';
import { taskMachine } from '../../machines/task/task-machine.ts';
import type { TaskState } from '../../machines/task/task-state.ts';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { completeLimits } from '../../shared/events/limits.ts';
import * as facts from '../support/facts.ts';
import { outsideReplies } from '../support/outside-replies.ts';
import { recordedForms } from '../support/recorded.ts';
import { planProposed, submitted } from '../support/task-facts.ts';

type Fact = { readonly type: string };
type AnyState = State<string, unknown>;

const A1 = facts.refOf('a');
const PLAN = planProposed([facts.planStep('a'), facts.planStep('b', { dependsOn: ['a'] })]);
const policy = { declaration: facts.BOOK, limits: completeLimits({}, 'plan') };
const layer = (score: number) => ({
  type: 'layer.scored',
  layer: { layer: 'syntax', score, evidence: [] },
});
const types = (...names: string[]): Fact[] => names.map((type) => ({ type }));

const stepFacts: Fact[] = [
  ...[facts.dispatched(A1), facts.accepted(A1), facts.rejected(A1, 'result')],
  ...[facts.rejected(A1, 'parameter', { check: 2 }), facts.outcomeUnknown(A1)],
  ...[facts.probeRequested(A1), facts.probed(A1, 'absent'), facts.executed(A1)],
  ...[facts.actionRequested(A1), facts.actionProposed(A1), facts.dispatched(facts.refOf('a', 2))],
].map((fact) => ({ ...fact, policy }));

const executorFacts: Fact[] = [
  facts.dispatched(A1),
  facts.dispatched(A1, { effect: 'once' }),
  facts.claimed(A1, 'me'),
  facts.claimed(A1, 'other'),
  facts.attemptFailed(A1, 1, facts.AT),
  facts.executed(A1),
  facts.outcomeUnknown(A1),
];

const MACHINES: Record<string, { machine: AnyStateMachine; input: unknown; pool: Fact[] }> = {
  task: { machine: taskMachine, input: undefined, pool: [] },
  step: { machine: stepMachine, input: { def: facts.planStep('a'), revision: 1 }, pool: stepFacts },
  executor: { machine: executorMachine, input: { claimant: 'me' }, pool: executorFacts },
  observer: {
    machine: observerMachine,
    input: undefined,
    pool: [
      ...types('step.executed', 'answer.proposed', 'step.observed', 'answer.observed'),
      layer(1_000),
      layer(0),
    ],
  },
  planner: {
    machine: plannerMachine,
    input: undefined,
    pool: types('plan.requested', 'answer.requested', 'plan.proposed', 'answer.refused', 'other'),
  },
};

/** The next fact for a number: out of the pool, or, for the task, of what fits its state. */
const nextFact = (pool: readonly Fact[], state: AnyState, number: number): Fact => {
  if (pool.length > 0) return pool[number % pool.length]!;
  if (state.value === 'idle') return submitted();
  const likely = recordedForms(state as TaskState);
  const options = [...likely, ...likely, ...outsideReplies(state as TaskState, PLAN)];
  return options[number % options.length]!;
};

const numbers = fc.array(fc.nat(), { maxLength: 30 });
const RUNS = { seed: 11, numRuns: 60 };

describe('the kernel', () => {
  for (const [name, { machine, input, pool }] of Object.entries(MACHINES)) {
    const kernel = kernelOf<string, unknown, unknown, Fact>(machine);

    it(`I2: steps the ${name} machine exactly as XState's public transition() does`, () => {
      fc.assert(
        fc.property(numbers, (row) => {
          let state: AnyState = kernel.initial(input);
          let [snapshot] = initialTransition(machine, input as never);
          expect(state).toMatchObject({ value: snapshot.value });
          for (const number of row) {
            const fact = nextFact(pool, state, number);
            state = kernel.step(state, fact);
            [snapshot] = transition(machine, snapshot, fact as never);
            expect(state.value).toEqual(snapshot.value);
            expect(canonicalJson(state.context)).toBe(canonicalJson(snapshot.context));
          }
        }),
        RUNS,
      );
    });

    it(`steps a state of the ${name} machine that was read back from JSON the same`, () => {
      fc.assert(
        fc.property(numbers, (row) => {
          let held: AnyState = kernel.initial(input);
          let plain = JSON.parse(JSON.stringify(held)) as AnyState;
          for (const number of row) {
            const fact = nextFact(pool, held, number);
            held = kernel.step(held, fact);
            plain = JSON.parse(JSON.stringify(kernel.step(plain, fact))) as AnyState;
            expect(stateHash(plain)).toBe(stateHash(held));
          }
        }),
        RUNS,
      );
    });

    it(`refuses facts named xstate.* to the ${name} machine`, () => {
      const state = kernel.initial(input);
      for (const { type } of types('xstate.init', 'xstate.stop', 'xstate.done.actor.x'))
        expect(kernel.step(state, { type })).toBe(state);
    });

    it(`gives the ${name} machine an initial state, and keeps it when a fact is unknown`, () => {
      const state = kernel.initial(input);
      expect(state.value).toBe('idle');
      expect(kernel.step(state, { type: 'never.heardOf' })).toBe(state);
    });
  }
});

describe('stateHash', () => {
  const kernel = kernelOf<string, unknown, unknown, Fact>(taskMachine);
  const held = kernel.fold(kernel.initial(undefined), [
    submitted(),
    PLAN,
    facts.dispatched(A1),
    facts.accepted(A1),
  ]);

  it('is 16 digits of SHA-256 of the canonical JSON, in which each part stands as its own hash', () => {
    const digest = (part: unknown): string =>
      createHash('sha256').update(canonicalJson(part)).digest('hex').slice(0, 16);
    const { value, context } = JSON.parse(JSON.stringify(held)) as TaskState;
    const parts = Object.entries(context).map(([key, part]) => {
      if (key === 'steps') return [key, context.steps.map(digest)];
      return [key, typeof part === 'object' && part !== null ? digest(part) : part];
    });
    expect(context.steps).toHaveLength(2);
    expect(stateHash(held)).toBe(digest({ value, context: Object.fromEntries(parts) }));
  });

  it('is the same for a held state and its plain copy, whatever the order of its keys', () => {
    const { value, context } = JSON.parse(JSON.stringify(held)) as AnyState;
    const turned = Object.fromEntries(Object.entries(context as object).toReversed());
    expect(stateHash({ context: turned, value })).toBe(stateHash(held));
  });

  it('tells states apart that differ in one field', () => {
    const { value, context } = JSON.parse(JSON.stringify(held)) as TaskState;
    expect(stateHash({ value, context: { ...context, pauses: 1 } })).not.toBe(stateHash(held));
  });
});
