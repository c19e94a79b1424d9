// The names of all faults, and which sample shows each.
import { expect, test } from 'vitest';
import { FAULT_NAMES, isFaultAt, sampleOfFault } from '../../../infra/faults/fault-names.ts';

test('a fault is the provider’s or the model’s', () => {
  for (const name of FAULT_NAMES)
    expect(isFaultAt('provider', name)).toBe(!isFaultAt('model', name));
  expect(FAULT_NAMES.filter((name) => isFaultAt('model', name))).toEqual([
    'wrong-params',
    'bad-date',
    'wrong-tool',
    'missing-step',
    'wrong-recipient',
    'fabricated',
  ]);
});

test('a fault runs the sample that it belongs to, the journey unless told otherwise', () => {
  const samples = Object.fromEntries(FAULT_NAMES.map((name) => [name, sampleOfFault(name)]));
  const { fabricated, 'wrong-recipient': recipient, 'test-data': rows, ...others } = samples;
  expect([fabricated, recipient, rows]).toEqual(['weather', 'report', 'report']);
  expect(Object.keys(others)).toHaveLength(10);
  expect(new Set(Object.values(others))).toEqual(new Set(['travel']));
});
