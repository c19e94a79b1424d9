import { describe, expect, it } from 'vitest';
import { nearest } from '../../../shared/config/nearest.ts';

describe('nearest', () => {
  const known = ['LOOPWRIGHT_HOME', 'LOOPWRIGHT_POOL', 'LOOPWRIGHT_TOOLS'];
  const cases = [
    ['LOOPWRIGHT_HOME', 'LOOPWRIGHT_HOME'],
    ['LOOPWRIGHT_HOMR', 'LOOPWRIGHT_HOME'],
    ['LOOPWRIGHT_POLL', 'LOOPWRIGHT_POOL'],
    ['LOOPWRIGHT_TOLS', 'LOOPWRIGHT_TOOLS'],
    ['LOPWRIGHT_TOOLS', 'LOOPWRIGHT_TOOLS'],
  ] as const;
  for (const [written, meant] of cases) {
    it(`takes ${written} for ${meant}`, () => {
      expect(nearest(written, known)).toBe(meant);
    });
  }

  it('names the first of two that are as near', () => {
    expect(nearest('c', ['a', 'b'])).toBe('a');
    expect(nearest('', ['abc', 'ab'])).toBe('ab');
  });
});
