import { describe, expect, it } from 'vitest';
import { safeJsonata } from '../../../shared/bindings/safe-jsonata.ts';

const DATA = {
  s1: {
    flights: [
      { no: 'MU1', price: 300 },
      { no: 'CA2', price: 200 },
    ],
  },
  n: 3,
};
const evaluate = (source: string, data: unknown = DATA) => safeJsonata(source).evaluate(data);
const invalid = expect.objectContaining({ code: 'BINDING_INVALID' });

describe('safeJsonata', () => {
  it('reads, filters, sorts and computes', async () => {
    expect(await evaluate('s1.flights^(price)[0].no')).toBe('CA2');
    expect(await evaluate('$sum(s1.flights.price) + n')).toBe(503);
    expect(await evaluate('s1.flights[price > 250].no')).toBe('MU1');
    expect(await evaluate('s1.hotels')).toBeUndefined();
    expect(await evaluate('s1.flights.{ "no": no }')).toEqual([{ no: 'MU1' }, { no: 'CA2' }]);
  });

  it('yields plain JSON, the same each time', async () => {
    const value = await evaluate('s1.flights.no');
    expect(value).toEqual(['MU1', 'CA2']);
    expect(Object.getOwnPropertyNames(value)).toEqual(['0', '1', 'length']);
    expect(await evaluate('s1.flights.no')).toEqual(value);
  });

  const forbidden = [
    ...['$now()', '$millis()', '$random()', '$eval("1")', '$shuffle([1,2])', '$match("a", /a/)'],
    ...[
      '$replace("a", /a+/, "b")',
      '/x/',
      '$map([1], $random)',
      '($f := $now; $f())',
      's1.($eval)',
    ],
    ...['$pad("x", 1000000000)'],
  ];
  for (const source of forbidden) {
    it(`refuses ${source}`, () => {
      expect(() => safeJsonata(source)).toThrow(invalid);
    });
  }

  it('refuses what does not parse, and says why', () => {
    expect(() => safeJsonata('s1.[')).toThrow(invalid);
    expect(() => safeJsonata('a +')).toThrow(/BINDING|expression|"a \+"/);
  });

  it('bounds recursion', async () => {
    const endless = evaluate('($f := function($x){$f($x)}; $f(1))');
    await expect(endless).rejects.toEqual(invalid);
    const deep = evaluate('($f := function($n){$n = 0 ? 0 : 1 + $f($n - 1)}; $f(100000))');
    await expect(deep).rejects.toThrow('nests deeper than 200');
  });

  it('bounds time', async () => {
    const begun = performance.now();
    const slow = evaluate(
      '$sum($map([1..3000], function($a){$sum($map([1..3000], function($b){$a * $b}))}))',
    );
    await expect(slow).rejects.toThrow('takes longer than 1000 ms');
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('bounds the lists that an expression makes', async () => {
    for (const source of ['[1..10000000]', '$map([1..200000], function($n) { $n })']) {
      await expect(evaluate(source)).rejects.toThrow('it makes a list of more than 100000');
    }
  });

  it('bounds each evaluation by itself, side by side', async () => {
    const many = Array.from({ length: 20 }, (_, n) => evaluate(`$sum([1..${n + 1}])`));
    expect(await Promise.all(many)).toEqual(
      Array.from({ length: 20 }, (_, n) => ((n + 1) * (n + 2)) / 2),
    );
  });

  it('turns what goes wrong while it runs into a fault', async () => {
    await expect(evaluate('$error("no such flight")')).rejects.toEqual(invalid);
    await expect(evaluate('1 + "a"')).rejects.toEqual(invalid);
  });

  it('names what an expression may read', () => {
    expect([...safeJsonata('a.b + c[d = e].f').roots].toSorted()).toEqual(
      expect.arrayContaining(['a', 'c']),
    );
    expect(safeJsonata('1 + 2').roots.size).toBe(0);
  });

  it('leaves its input alone', async () => {
    const data = Object.freeze({ list: Object.freeze([3, 1, 2]) });
    expect(await evaluate('$sort(list)', data)).toEqual([1, 2, 3]);
    expect(data.list).toEqual([3, 1, 2]);
  });
});
