import { describe, expect, it } from 'vitest';
import { completeLimits } from '../../../shared/events/limits.ts';
import type { PlanStep } from '../../../shared/events/plan.ts';
import { checkPlan } from '../../../shared/plan/check-plan.ts';
import { planFaults } from '../../../shared/plan/plan-faults.ts';
import { planStep } from '../../support/facts.ts';

const LIMITS = completeLimits({ stepsPerPlan: 5 }, 'plan');
const pick = (from: string) => ({ of: { $pick: { from } } });
const behind = (id: string, ...dependsOn: string[]) => planStep(id, { dependsOn });
const named = (steps: readonly PlanStep[], known = {}) =>
  planFaults(steps, LIMITS, known).map(({ kind, step }) => [kind, step]);

describe('planFaults', () => {
  it('finds nothing wrong with a sound plan', () => {
    const steps = [planStep('a'), planStep('b', { params: pick('a.x') }), behind('c', 'a', 'b')];
    expect(planFaults(steps, LIMITS, { tools: new Set(['look']) })).toEqual([]);
  });

  const one: readonly [string, readonly PlanStep[], readonly (readonly [string, string?])[]][] = [
    ['too-large', ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => planStep(id)), [['too-large']]],
    ['duplicate-id', [planStep('a'), planStep('a'), planStep('a')], [['duplicate-id', 'a']]],
    ['self-link', [behind('a', 'a')], [['self-link', 'a']]],
    ['dangling-link', [behind('a', 'q', 'r')], Array(2).fill(['dangling-link', 'a'])],
    [
      'ref-to-self-or-later',
      [planStep('a', { params: pick('a.x') })],
      [['ref-to-self-or-later', 'a']],
    ],
    ['ref-out-of-range', [planStep('a', { params: pick('q.x') })], [['ref-out-of-range', 'a']]],
    [
      'binding-invalid',
      [planStep('a', { params: { x: { $: '$random()' } } })],
      [['binding-invalid', 'a']],
    ],
    ['cycle', [behind('a', 'b'), behind('b', 'a')], [['cycle', undefined]]],
  ];
  for (const [kind, steps, expected] of one) {
    it(`names ${kind}, and nothing else`, () => {
      expect(named(steps)).toEqual(expected.map(([name, step]) => [name, step]));
    });
  }

  it('judges tools only where it is told which exist', () => {
    const steps = [planStep('a', { tool: 'fly' }), planStep('b', { tool: null }), planStep('c')];
    expect(named(steps)).toEqual([]);
    expect(named(steps, { tools: new Set(['look']) })).toEqual([['unknown-tool', 'a']]);
  });

  it('finds everything at once, and points at the place of each', () => {
    const steps = [
      behind('a', 'b'),
      behind('b', 'a', 'q'),
      planStep('c', { params: { n: { list: [{ $: 'a[/x/]' }] } }, dependsOn: ['c'] }),
    ];
    expect(planFaults(steps, LIMITS).map(({ code, kind, path }) => [code, kind, path])).toEqual([
      ['BINDING_INVALID', 'binding-invalid', 'steps.c.params'],
      ['PLAN_DEPENDENCY', 'dangling-link', 'steps.b.dependsOn'],
      ['PLAN_DEPENDENCY', 'self-link', 'steps.c.dependsOn'],
      ['PLAN_CYCLE', 'cycle', 'steps'],
    ]);
  });

  it('names of a cycle only the steps in it, not what leads there or waits behind', () => {
    const steps = [
      planStep('a'),
      behind('b', 'a', 'd'),
      behind('c', 'b'),
      behind('d', 'c'),
      behind('e', 'd'),
    ];
    expect(planFaults(steps, LIMITS)).toMatchObject([
      { message: 'These steps wait for one another: b, c, d.' },
    ]);
  });

  it('does not judge links to an id that two steps have', () => {
    const steps = [behind('a'), behind('a', 'a'), planStep('b', { params: pick('a.x') })];
    expect(named(steps)).toEqual([['duplicate-id', 'a']]);
  });
});

describe('a refusal', () => {
  const refused = (steps: readonly PlanStep[]) => () => checkPlan(steps, LIMITS);

  it('says the first fault in full and names the others', () => {
    const steps = [behind('a', 'a'), behind('b', 'q'), behind('c', 'd'), behind('d', 'c')];
    expect(refused(steps)).toThrow(
      expect.objectContaining({
        code: 'PLAN_DEPENDENCY',
        path: 'steps.a.dependsOn',
        facts: 'Step a depends on itself. Also wrong: dangling-link at b, cycle.',
      }),
    );
  });

  it('stays short however much is wrong', () => {
    const steps = Array.from({ length: 100 }, (_, n) => behind(`s${n}`, 'q'));
    expect(refused(steps)).toThrow(
      expect.objectContaining({ facts: expect.stringMatching(/ and 90 more\.$/) }),
    );
  });
});
