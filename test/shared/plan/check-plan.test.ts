import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeLimits } from '../../../shared/events/limits.ts';
import { PlanInput, type PlanStep } from '../../../shared/events/plan.ts';
import { checkPlan } from '../../../shared/plan/check-plan.ts';
import { planStep } from '../../support/facts.ts';

const LIMITS = completeLimits({ stepsPerPlan: 1_000, steps: 1_000 }, 'plan');
const edges = (checked: readonly PlanStep[]) =>
  Object.fromEntries(checked.map(({ id, dependsOn }) => [id, dependsOn]));
const pick = (from: string) => ({ of: { $pick: { from } } });

describe('checkPlan', () => {
  it('returns a sound plan as it is', () => {
    const steps = [planStep('a'), planStep('b', { dependsOn: ['a'] })];
    expect(checkPlan(steps, LIMITS)).toEqual(steps);
  });

  it('adds the edges that bindings imply, once', () => {
    const steps = [
      planStep('a'),
      planStep('b', { params: pick('a.list'), dependsOn: ['a'] }),
      planStep('c', { params: { sum: { $: 'a.n + b.n' } } }),
      planStep('d', { params: { x: { $: 'price' } } }),
    ];
    expect(edges(checkPlan(steps, LIMITS))).toEqual({ a: [], b: ['a'], c: ['a', 'b'], d: [] });
  });

  it('lets a new revision depend on and read accepted steps of an earlier one', () => {
    const steps = [planStep('n', { params: pick('old.list'), dependsOn: ['old'] })];
    expect(edges(checkPlan(steps, LIMITS, new Set(['old'])))).toEqual({ n: ['old'] });
  });

  const faults: readonly [string, readonly PlanStep[], { code: string; path: string }][] = [
    ['an id used twice', [planStep('a'), planStep('a')], { code: 'PLAN_INVALID', path: 'steps' }],
    [
      'a dependency on itself',
      [planStep('a', { dependsOn: ['a'] })],
      { code: 'PLAN_DEPENDENCY', path: 'steps.a.dependsOn' },
    ],
    [
      'a dependency that does not exist',
      [planStep('a', { dependsOn: ['q'] })],
      { code: 'PLAN_DEPENDENCY', path: 'steps.a.dependsOn' },
    ],
    [
      'a pick from no step',
      [planStep('a', { params: pick('q.x') })],
      { code: 'PLAN_DEPENDENCY', path: 'steps.a.params' },
    ],
    [
      'a step that reads itself',
      [planStep('a', { params: pick('a.x') })],
      { code: 'PLAN_DEPENDENCY', path: 'steps.a' },
    ],
    [
      'a cycle',
      [planStep('a', { dependsOn: ['b'] }), planStep('b', { dependsOn: ['a'] })],
      { code: 'PLAN_CYCLE', path: 'steps' },
    ],
    [
      'a cycle through a binding',
      [planStep('a', { params: pick('b.x') }), planStep('b', { dependsOn: ['a'] })],
      { code: 'PLAN_CYCLE', path: 'steps' },
    ],
  ];
  for (const [name, steps, fault] of faults) {
    it(`refuses ${name}`, () => {
      expect(() => checkPlan(steps, LIMITS)).toThrow(expect.objectContaining(fault));
    });
  }

  it('refuses an id that an earlier revision used', () => {
    expect(() => checkPlan([planStep('a')], LIMITS, new Set(['a']))).toThrow('used twice');
  });

  it('refuses more steps than stepsPerPlan, and than steps, by name', () => {
    const three = ['a', 'b', 'c'].map((id) => planStep(id));
    for (const name of ['stepsPerPlan', 'steps'] as const) {
      expect(() => checkPlan(three, { ...LIMITS, [name]: 2 })).toThrow(
        `The plan has 3 steps; the limit ${name} is 2.`,
      );
    }
  });

  it('refuses expressions that are not allowed, in parameters and expectations', () => {
    const invalid = expect.objectContaining({ code: 'BINDING_INVALID' });
    const expects = [{ rule: 'r', test: '$now() > 1', layer: 'semantics' as const }];
    expect(() => checkPlan([planStep('a', { params: { x: { $: '$random()' } } })], LIMITS)).toThrow(
      invalid,
    );
    expect(() => checkPlan([planStep('a', { expect: expects })], LIMITS)).toThrow(invalid);
  });

  it('checks a plan of 1,000 steps in well under a second', () => {
    const steps = Array.from({ length: 1_000 }, (_, n) =>
      planStep(`s${n}`, { dependsOn: n === 0 ? [] : [`s${n - 1}`, 's0'].slice(n === 1 ? 1 : 0) }),
    );
    const begun = performance.now();
    expect(checkPlan(steps, LIMITS)).toHaveLength(1_000);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('accepts every graph without a cycle, and refuses every one with', () => {
    const graph = fc.integer({ min: 1, max: 12 }).chain((size) =>
      fc.tuple(
        fc.constant(size),
        fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 30 }),
        fc.shuffledSubarray(
          Array.from({ length: size }, (_, n) => n),
          { minLength: size },
        ),
      ),
    );
    const stepsOf = (size: number, pairs: readonly (readonly number[])[], order: number[]) =>
      order
        .map((n) =>
          planStep(`s${n}`, {
            dependsOn: [...new Set(pairs.filter(([of]) => of === n).map(([, on]) => `s${on}`))],
          }),
        )
        .slice(0, size);
    fc.assert(
      fc.property(graph, ([size, pairs, order]) => {
        const downwards = pairs
          .map(([a, b]) => [Math.max(a, b), Math.min(a, b)])
          .filter(([a, b]) => a !== b);
        expect(checkPlan(stepsOf(size, downwards, order), LIMITS)).toHaveLength(size);
        const ring = order.map((n, index) => [n, order[(index + 1) % size]!]);
        const expected = size === 1 ? 'depends on itself' : 'wait for one another';
        expect(() => checkPlan(stepsOf(size, [...downwards, ...ring], order), LIMITS)).toThrow(
          expected,
        );
      }),
      { seed: 3, numRuns: 100 },
    );
  });
});

describe('a plan as people write it', () => {
  it('may number its steps, and leave out what has a default', () => {
    const { steps } = PlanInput.parse({
      steps: [{ id: 1 }, { id: 2, dependsOn: [1], expect: ['n > 0'] }],
    });
    expect(steps.map(({ id, dependsOn, tool, params }) => [id, dependsOn, tool, params])).toEqual([
      ['1', [], null, {}],
      ['2', ['1'], null, {}],
    ]);
    expect(steps[1]?.expect).toEqual([{ rule: 'n > 0', test: 'n > 0', layer: 'semantics' }]);
  });

  it('has at least one step, and no fields that nobody knows', () => {
    expect(PlanInput.safeParse({ steps: [] }).success).toBe(false);
    expect(PlanInput.safeParse({ steps: [{ id: 'a', tols: 'x' }] }).success).toBe(false);
    expect(PlanInput.safeParse({ steps: [{ id: 'a b' }] }).success).toBe(false);
    expect(PlanInput.safeParse({ steps: [{ id: -1 }] }).success).toBe(false);
  });
});
