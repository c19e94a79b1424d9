import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalHash, canonicalJson } from '../../shared/canonical-json.ts';

const RUNS = { seed: 5, numRuns: 300 };

/** The same value with the keys of every object the other way round. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, turned(item)] as const);
  return Object.fromEntries(entries.toReversed());
};

describe('canonicalJson', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value));
      }),
      RUNS,
    );
  });

  it('reads back as the same value, and is the same after a round trip', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      RUNS,
    );
  });

  it('sorts keys by code unit and writes no white space', () => {
    expect(canonicalJson({ b: 1, a: [true, null, 'x'], B: {} })).toBe(
      '{"B":{},"a":[true,null,"x"],"b":1}',
    );
    expect(canonicalJson({ '10': 1, '9': 2, é: 3, z: 4 })).toBe('{"10":1,"9":2,"z":4,"é":3}');
  });

  it('leaves undefined out of objects and writes null for it elsewhere', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
    expect(canonicalJson([undefined, 1])).toBe('[null,1]');
    expect(canonicalJson(undefined)).toBe('null');
    expect(canonicalJson(Number.NaN)).toBe('null');
  });

  it('tells objects of the same size with other keys apart', () => {
    const texts = Array.from({ length: 200 }, (_, n) => canonicalJson({ [`k${n}`]: 1, a: n }));
    expect(new Set(texts).size).toBe(200);
  });
});

describe('canonicalHash', () => {
  it('is SHA-256 of the canonical text', () => {
    const digest = createHash('sha256').update('{"a":1,"b":2}').digest('hex');
    expect(canonicalHash({ b: 2, a: 1 })).toBe(digest);
  });
});
