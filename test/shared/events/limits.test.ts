import { describe, expect, it } from 'vitest';
import {
  completeLimits,
  LIMIT_RANGES,
  type LimitName,
  Limits,
  LimitsInput,
} from '../../../shared/events/limits.ts';

const names = Object.keys(LIMIT_RANGES) as LimitName[];

describe('limits', () => {
  it('have the defaults of WIRE.md', () => {
    expect(completeLimits({}, 'auto')).toEqual({
      deadlineMs: 600_000,
      stepsPerPlan: 8,
      steps: 64,
      turns: 8,
      attemptsPerStep: 6,
      replans: 3,
      clarifications: 3,
      modelCalls: 50,
      tokens: 200_000,
      costUsd: 1,
      sameError: 3,
      sameAction: 3,
      parallel: 16,
    });
  });

  it('give a react task a minute, unless it says otherwise', () => {
    expect(completeLimits({}, 'react').deadlineMs).toBe(60_000);
    expect(completeLimits({ deadlineMs: 5_000 }, 'react').deadlineMs).toBe(5_000);
  });

  it('keep what was given, zero included', () => {
    expect(completeLimits({ replans: 0, costUsd: 0.25 }, 'plan')).toMatchObject({
      replans: 0,
      costUsd: 0.25,
      steps: 64,
    });
  });

  for (const name of names) {
    const { min, max, fallback } = LIMIT_RANGES[name];
    it(`take ${name} from ${min} to ${max}`, () => {
      for (const value of [min, max, fallback])
        expect(LimitsInput.safeParse({ [name]: value }).success).toBe(true);
      for (const value of [min - 1, max + 1, String(fallback), null])
        expect(LimitsInput.safeParse({ [name]: value }).success).toBe(false);
    });
  }

  it('are whole numbers, but for the cost', () => {
    for (const name of names) {
      const half = LIMIT_RANGES[name].min + 0.5;
      expect(LimitsInput.safeParse({ [name]: half }).success).toBe(name === 'costUsd');
    }
  });

  it('are complete in an event, and have no other names', () => {
    const all = completeLimits({}, 'plan');
    expect(Limits.safeParse(all).success).toBe(true);
    const { steps: _steps, ...without } = all;
    expect(Limits.safeParse(without).success).toBe(false);
    expect(LimitsInput.safeParse({ step: 3 }).success).toBe(false);
  });
});
