/**
 * The limits of a task: names, defaults and ranges (WIRE.md section 4). Every limit is in the log from
 * the first event on, so it survives any restart.
 */
import { z } from 'zod';

type Range = { readonly fallback: number; readonly min: number; readonly max: number };

const DAY_MS = 86_400_000;

/** One row a limit; `fallback` is its default. Durations are milliseconds, costs US dollars. */
export const LIMIT_RANGES = {
  deadlineMs: { fallback: 600_000, min: 1_000, max: 30 * DAY_MS },
  stepsPerPlan: { fallback: 8, min: 1, max: 1_000 },
  steps: { fallback: 64, min: 1, max: 10_000 },
  turns: { fallback: 8, min: 1, max: 100 },
  attemptsPerStep: { fallback: 6, min: 1, max: 20 },
  replans: { fallback: 3, min: 0, max: 20 },
  clarifications: { fallback: 3, min: 0, max: 20 },
  modelCalls: { fallback: 50, min: 0, max: 1_000 },
  tokens: { fallback: 200_000, min: 0, max: 100_000_000 },
  costUsd: { fallback: 1, min: 0, max: 1_000 },
  sameError: { fallback: 3, min: 2, max: 20 },
  sameAction: { fallback: 3, min: 2, max: 20 },
  parallel: { fallback: 16, min: 1, max: 1_000 },
} as const satisfies Record<string, Range>;

export type LimitName = keyof typeof LIMIT_RANGES;

const bounded = ({ min, max }: Range, whole: boolean) => {
  const number = z.number().min(min).max(max);
  return whole ? number.int() : number;
};

const shape = Object.fromEntries(
  Object.entries(LIMIT_RANGES).map(([name, range]) => [name, bounded(range, name !== 'costUsd')]),
) as Record<LimitName, z.ZodNumber>;

/** Complete limits, as they stand in `task.submitted`. */
export const Limits = z.strictObject(shape);
export type Limits = z.infer<typeof Limits>;

/** Limits as a submitter may give them: any part. */
export const LimitsInput = Limits.partial();
export type LimitsInput = z.infer<typeof LimitsInput>;

/** React turns are interactive: their working time is a minute, not ten. */
const REACT_DEADLINE_MS = 60_000;

/**
 * Fills in the defaults (WIRE.md section 4).
 *
 * @param given what the submitter set
 * @param mode the task's mode; `react` has a shorter default deadline
 */
export function completeLimits(given: LimitsInput, mode: 'auto' | 'plan' | 'react'): Limits {
  const filled = Object.fromEntries(
    Object.entries(LIMIT_RANGES).map(([name, range]) => [
      name,
      given[name as LimitName] ?? range.fallback,
    ]),
  ) as Limits;
  if (mode === 'react' && given.deadlineMs === undefined) filled.deadlineMs = REACT_DEADLINE_MS;
  return filled;
}
