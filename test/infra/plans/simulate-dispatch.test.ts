import fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulateDispatch } from '../../../infra/plans/simulate-dispatch.ts';
import { completeLimits, type LimitsInput } from '../../../shared/events/limits.ts';
import { planStep } from '../../support/facts.ts';

const run = (
  steps: readonly (readonly [string, number, ...string[]])[],
  limits: LimitsInput = {},
): number =>
  simulateDispatch(
    steps.map(([id, , ...dependsOn]) => planStep(id, { tool: null, dependsOn })),
    new Map(steps.map(([id, seconds]) => [id, seconds])),
    completeLimits(limits, 'plan'),
  );

it('starts a step as soon as what it needs is done, and no sooner', () => {
  expect(
    run([
      ['a', 5],
      ['b', 3, 'a'],
      ['c', 9],
      ['d', 1, 'b', 'c'],
    ]),
  ).toBe(10);
});

it('keeps to the limit of steps at once', () => {
  const steps = [
    ['a', 4],
    ['b', 4],
    ['c', 4],
    ['d', 4],
  ] as const;
  expect([1, 2, 3, 4].map((parallel) => run(steps, { parallel }))).toEqual([16, 8, 8, 4]);
});

it('takes years as well as moments, and steps that take no time', () => {
  expect(
    run([
      ['a', 0],
      ['b', 94_608_000, 'a'],
      ['c', 0.5, 'b'],
    ]),
  ).toBe(94_608_000.5);
});

it('needs what the longest chain of dependencies needs, when nothing else bounds it', () => {
  const graph = fc.array(fc.tuple(fc.nat(1_000), fc.array(fc.nat(11), { maxLength: 4 })), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(graph, (drawn) => {
      const steps = drawn.map(([seconds, on], n) => {
        const earlier = [...new Set(on.filter((m) => m < n))];
        return [`s${n}`, seconds, ...earlier.map((m) => `s${m}`)] as const;
      });
      const ends = new Map<string, number>();
      for (const [id, seconds, ...on] of steps)
        ends.set(id, seconds + Math.max(0, ...on.map((other) => ends.get(other)!)));
      expect(run(steps)).toBe(Math.max(...ends.values()));
    }),
    { seed: 5, numRuns: 100 },
  );
});
