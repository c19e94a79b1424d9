import { describe, expect, it } from 'vitest';
import { evaluateBindings, isLiteral, referencesOf } from '../../../shared/bindings/bindings.ts';

const RESULTS = { s1: { flights: [{ no: 'MU1', price: 300 }] }, s2: { city: 'Xi’an' } };
const NO = { $pick: { from: 's1.flights', take: 'no' } };

describe('evaluateBindings', () => {
  it('leaves literal parameters as they are', async () => {
    const params = { city: 'Beijing', days: [1, 2], deep: { ok: true, none: null } };
    expect(await evaluateBindings(params, RESULTS)).toEqual({ params, bindings: {} });
    expect(isLiteral(params)).toBe(true);
  });

  it('fills bindings in wherever they stand, and records expression and value', async () => {
    const params = { flight: NO, list: [{ city: { $: 's2.city' } }, 7], fixed: 1 };
    expect(isLiteral(params)).toBe(false);
    expect(await evaluateBindings(params, RESULTS)).toEqual({
      params: { flight: 'MU1', list: [{ city: 'Xi’an' }, 7], fixed: 1 },
      bindings: { '{"from":"s1.flights","take":"no"}': 'MU1', 's2.city': 'Xi’an' },
    });
    expect(params.flight).toBe(NO);
  });

  it('takes an object with more keys than the binding as data', async () => {
    const params = { price: { $: 's2.city', currency: 'EUR' } };
    expect((await evaluateBindings(params, RESULTS)).params).toEqual(params);
  });

  it('names the place of a binding that yields nothing', async () => {
    const params = { order: { flights: [{ $pick: { from: 's1.flights', where: { price: 1 } } }] } };
    await expect(evaluateBindings(params, RESULTS)).rejects.toMatchObject({
      code: 'BINDING_EMPTY',
      path: 'params.order.flights.0',
    });
    await expect(evaluateBindings({ a: { $: 's9.x' } }, RESULTS)).rejects.toMatchObject({
      code: 'BINDING_EMPTY',
      path: 'params.a',
    });
  });

  const wrong: readonly [string, unknown, string][] = [
    ['a $pick without from', { a: { $pick: { take: 'no' } } }, 'params.a'],
    ['a $pick with an unknown field', { b: { $pick: { from: 's1', x: 1 } } }, 'params.b'],
    ['an expression that is no string', { c: [{ $: 7 }] }, 'params.c.0'],
  ];
  for (const [name, params, path] of wrong) {
    it(`refuses ${name}, and names the place`, async () => {
      const fault = { code: 'BINDING_INVALID', path };
      expect(() => referencesOf(params)).toThrow(expect.objectContaining(fault));
      await expect(evaluateBindings(params as never, RESULTS)).rejects.toMatchObject(fault);
    });
  }

  it('refuses parameters that nest too deep', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100; level += 1) deep = { deep };
    expect(() => referencesOf(deep)).toThrow(expect.objectContaining({ code: 'BINDING_INVALID' }));
  });
});

describe('referencesOf', () => {
  it('tells steps that are picked from what an expression may mean', () => {
    const { picked, roots } = referencesOf({ a: NO, b: [{ $: 's2.city & s3' }] });
    expect([...picked]).toEqual(['s1']);
    expect([...roots]).toEqual(['s2', 's3']);
  });
});
