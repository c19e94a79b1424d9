/**
 * How often, and how long, a task waits for a model that cannot be had. What waiting cannot mend (a refused
 * key, an exhausted quota, an unknown model) ends the task at once, with the cure.
 */
import { plusMs } from '../shared/clock.ts';

/** Milliseconds before each further request; the planner's own retries come before each of them. */
const WAITS_MS = [1_000, 4_000, 15_000, 30_000] as const;

const PASSING = new Set(['MODEL_UNREACHABLE', 'MODEL_TIMEOUT', 'MODEL_RATE_LIMITED']);

/**
 * @param code of the refusal
 * @param waits how often in a row it was waited for already
 * @param at ISO instant of the refusal
 * @returns the ISO instant of the next request; null when there is none
 */
export function nextModelTry(code: string, waits: number, at: string): string | null {
  const waitMs = WAITS_MS[waits];
  return waitMs === undefined || !PASSING.has(code) ? null : plusMs(at, waitMs);
}
