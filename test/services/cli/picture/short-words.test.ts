// Parameters, origins and scores in few words.
import { describe, expect, it } from 'vitest';
import { labelsFor } from '../../../../services/cli/labels-for.ts';
import { changesText, originsOf, originsText } from '../../../../services/cli/picture/origins.ts';
import { formulaText, gateOf, scoreText } from '../../../../services/cli/picture/scores.ts';
import { paramsText } from '../../../../services/cli/picture/short-params.ts';
import { canonicalJson } from '../../../../shared/canonical-json.ts';
import { DEFAULT_WEIGHTS } from '../../../../shared/events/shapes.ts';

describe('parameters', () => {
  it.each([
    [{ dep_city: '北京', arr_city: '上海', dep_date: '2026-12-10' }, '北京→上海 12-10'],
    [{ city: '上海', checkin_date: '2026-12-10', checkout_date: '2026-12-11' }, '上海 12-10→11'],
    [{ checkin_date: '2026-12-31', checkout_date: '2027-01-01' }, '12-31→01-01'],
    [{ price_range: [0, 1_000], tags: ['a'] }, '0–1000 ["a"]'],
    [{ id_card: '110101199001011234' }, '110***********1234'],
    [{ top: 3, deep: { a: 1 } }, '3 {"a":1}'],
    [{ token: 'a', formality: 'b' }, 'a b'],
    [{}, ''],
  ])('shortens %j to %j', (params, text) => {
    expect(paramsText(params)).toBe(text);
  });

  it('cuts what is long, a number that identifies somebody never into the open', () => {
    expect(paramsText({ body: 'x'.repeat(100) })).toBe(`${'x'.repeat(23)}…`);
    expect(paramsText({ note: `${'x'.repeat(10)} 110101199001011234` })).not.toContain(
      '1101011990',
    );
  });

  it('names what has changed only', () => {
    const now = { a: 1, b: '上海', c: [1], d: { $pick: { from: 's1.rows', sortBy: 'price' } } };
    expect(changesText({ a: 1, b: '广州' }, now, labelsFor('a goal'))).toBe(
      'b = 上海, c = [1], d ← s1 lowest price',
    );
  });
});

describe('origins', () => {
  const labels = labelsFor('a goal');
  const stepIds = new Set(['s1', 's2']);
  const text = (params: unknown, bindings: Record<string, unknown> = {}): string =>
    originsText(originsOf(params, { bindings, stepIds, labels }));

  it('tells value, step and choice of what was picked', () => {
    const pick = {
      from: 's2.hotels',
      where: { price: { gte: 100, lte: 1_000 }, city: '上海' },
      sortBy: '-stars',
      take: 'name',
    };
    expect(text({ hotel: { $pick: pick } }, { [canonicalJson(pick)]: '如家' })).toBe(
      '如家 ← s2 highest stars, price ≥ 100, price ≤ 1000, city = 上海',
    );
  });

  it('tells the steps that an expression reads', () => {
    const source = 's1.total + s2.total';
    expect(text({ list: [{ sum: { $: source } }] }, { [source]: 1_200 })).toBe('1200 ← s1, s2');
  });

  it('puts the values of one choice together, and leaves out what was not read yet', () => {
    const params = { a: { $: 's1.a' }, b: { $: 's1.b' }, c: 'literal' };
    expect(text(params, { 's1.a': 1, 's1.b': 2 })).toBe('1 2 ← s1');
    expect(text(params)).toBe('← s1');
  });

  it('says nothing of literals, and nothing of what is no binding', () => {
    expect(text({ a: 1, $: 's1.a', b: 2 })).toBe('');
    expect(text({ a: { $pick: { from: 7 } }, b: { $: '((' } })).toBe('');
  });
});

describe('scores', () => {
  const layer = (name: 'syntax' | 'semantics' | 'consistency', score: number) => ({
    layer: name,
    score,
    evidence: [],
  });

  it('shows the third decimal only where there is one', () => {
    expect([0, 300, 799, 800, 1_000].map(scoreText)).toEqual([
      '0.00',
      '0.30',
      '0.799',
      '0.80',
      '1.00',
    ]);
  });

  it('shows the sum that the score is, a layer that was not reached in full', () => {
    const layers = [layer('syntax', 0)];
    expect(formulaText({ score: 800, layers, weights: DEFAULT_WEIGHTS })).toBe(
      'S 0.80 = 0.2·0.0 + 0.5·1.0 + 0.3·1.0',
    );
  });

  it('names the gate where the score alone would do', () => {
    const weights = DEFAULT_WEIGHTS;
    expect(gateOf({ score: 800, layers: [layer('syntax', 0)], weights })).toBe('syntax');
    const contradicted = { ...weights, threshold: 700 };
    const layers = [layer('syntax', 1_000), layer('semantics', 1_000), layer('consistency', 0)];
    expect(gateOf({ score: 700, layers, weights: contradicted })).toBe('consistency');
    expect(gateOf({ score: 700, layers, weights })).toBeUndefined();
  });
});
