import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../shared/model/retry-after.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('retryAfterMs', () => {
  const cases: [Record<string, string>, number | undefined][] = [
    [{}, undefined],
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '-1' }, 0],
    [{ 'retry-after': 'Sun, 01 Mar 2026 12:00:03 GMT' }, 3_000],
    [{ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after-ms': '7', 'retry-after': '2' }, 7],
    [{ 'retry-after-ms': 'soon', 'retry-after': '2' }, 2_000],
  ];
  for (const [headers, ms] of cases) {
    it(`reads ${JSON.stringify(headers)} as ${ms}`, () => {
      expect(retryAfterMs(new Headers(headers), NOW)).toBe(ms);
    });
  }
});
