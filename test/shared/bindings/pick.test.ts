import { describe, expect, it } from 'vitest';
import { atPath, evaluatePick, Pick } from '../../../shared/bindings/pick.ts';

const RESULTS = {
  s1: {
    flights: [
      { no: 'MU1', price: 300, stock: 0, from: { city: 'Xi’an' } },
      { no: 'CA2', price: 500, stock: 4, from: { city: 'Beijing' } },
      { no: 'HU3', price: 400, stock: 9, from: { city: 'Beijing' }, meal: null },
      { no: 'ZH4', stock: 2, from: { city: 'Xi’an' } },
    ],
    best: { no: 'CA2' },
    empty: [],
    nothing: null,
  },
};
const pick = (given: Record<string, unknown>) =>
  evaluatePick(Pick.parse({ from: 's1.flights', ...given }), RESULTS);

describe('$pick', () => {
  const conditions: readonly [string, unknown, string | undefined][] = [
    ['a scalar', { no: 'HU3' }, 'HU3'],
    ['eq', { no: { eq: 'CA2' } }, 'CA2'],
    ['ne', { stock: { ne: 0 } }, 'CA2'],
    ['gt', { stock: { gt: 4 } }, 'HU3'],
    ['gte', { stock: { gte: 4 } }, 'CA2'],
    ['lt', { stock: { lt: 1 } }, 'MU1'],
    ['lte', { price: { lte: 400 } }, 'MU1'],
    ['in', { no: { in: ['ZH4', 'HU3'] } }, 'HU3'],
    ['a path', { 'from.city': 'Beijing' }, 'CA2'],
    ['several at once', { stock: { gt: 0, lt: 9 }, price: { gt: 100 } }, 'CA2'],
    ['strings in order', { no: { gte: 'HU', lt: 'MU' } }, 'HU3'],
    ['null', { meal: null }, 'HU3'],
    ['a field that is missing', { price: { gt: 'a' } }, undefined],
    ['none that fits', { stock: { gt: 100 } }, undefined],
  ];
  for (const [name, where, no] of conditions) {
    it(`filters by ${name}`, () => {
      expect(pick({ where, take: 'no' })).toBe(no);
    });
  }

  it('sorts upwards, downwards, and rows without the field last', () => {
    expect(pick({ sortBy: 'price', take: 'no' })).toBe('MU1');
    expect(pick({ sortBy: '-price', take: 'no' })).toBe('CA2');
    expect(pick({ where: { 'from.city': 'Xi’an' }, sortBy: '-price', take: 'no' })).toBe('MU1');
  });

  it('keeps the order of equal rows', () => {
    expect(pick({ sortBy: 'from.city', take: 'no' })).toBe('CA2');
  });

  it('takes the whole row without take, and a single object as a row', () => {
    expect(pick({ where: { no: 'ZH4' } })).toEqual(RESULTS.s1.flights[3]);
    expect(evaluatePick(Pick.parse({ from: 's1.best', take: 'no' }), RESULTS)).toBe('CA2');
    expect(evaluatePick(Pick.parse({ from: 's1.flights.2.no' }), RESULTS)).toBe('HU3');
  });

  it('yields nothing from what is missing, null or empty', () => {
    for (const from of ['s9', 's1.hotels', 's1.empty', 's1.nothing', 's1.flights.9'])
      expect(evaluatePick(Pick.parse({ from }), RESULTS)).toBeUndefined();
    expect(pick({ where: { no: 'ZH4' }, take: 'price' })).toBeUndefined();
  });

  it('reads own fields only', () => {
    expect(atPath(RESULTS, 's1.constructor')).toBeUndefined();
    expect(atPath(RESULTS, 's1.flights.length.toString')).toBeUndefined();
    expect(atPath({}, '__proto__')).toBeUndefined();
  });

  it('refuses operators that it does not know', () => {
    expect(Pick.safeParse({ from: 's1', where: { a: { like: 'x' } } }).success).toBe(false);
    expect(Pick.safeParse({ from: 's1', limit: 1 }).success).toBe(false);
    expect(Pick.safeParse({ from: '' }).success).toBe(false);
  });
});
