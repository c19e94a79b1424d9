import { describe, expect, it } from 'vitest';
import { withExpectedShapes } from '../../../services/planner/expected-shapes.ts';
import { safeJsonata } from '../../../shared/bindings/safe-jsonata.ts';
import { planStep } from '../../support/facts.ts';

const pick = (from: string, take?: string) => ({
  $pick: { from, ...(take === undefined ? {} : { take }) },
});

const testsOf = (...params: Record<string, unknown>[]) => {
  const readers = params.map((own, index) => planStep(`r${index}`, { params: own }));
  const [read] = withExpectedShapes([planStep('s1', { expect: [] }), ...readers]);
  return read?.expect ?? [];
};

describe('what later steps read', () => {
  it('is expected of the step that they read, once a field', () => {
    const expects = testsOf(
      { a: pick('s1.flights', 'no'), b: pick('s1.flights') },
      { c: pick('s1', 'sum') },
    );
    expect(expects.map(({ rule, class: cls }) => [rule, cls])).toEqual([
      ['has flights', 'tool'],
      ['has sum', 'tool'],
    ]);
  });

  it.each([
    [{ flights: [] }, true],
    [{ flights: [{ no: 1 }], more: 1 }, true],
    [{ hotels: [{ no: 1 }] }, false],
    [{}, false],
    [null, false],
  ])('holds for %j: %s', async (data, holds) => {
    const [expected] = testsOf({ a: pick('s1.flights', 'no') });
    expect((await safeJsonata(expected!.test).evaluate({ data })) === true).toBe(holds);
  });

  it('is nothing where a whole result or an item of a list is read', () => {
    expect(testsOf({ a: pick('s1') }, { b: pick('s1.0.no') }, { c: { $: 's1.flights' } })).toEqual(
      [],
    );
  });

  it('is the fault of the result where a step of reasoning lacks it', () => {
    const draft = planStep('s1', { tool: null });
    const mail = planStep('s2', { params: { subject: pick('s1', 'subject') } });
    expect(withExpectedShapes([draft, mail])[0]?.expect[0]?.class).toBe('result');
  });
});
