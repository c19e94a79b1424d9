/** Durations as people write them: `30 min`, `2 days`, `1 hour 30 minutes`. */
import type { Duration } from './foreign-plan.ts';

const DAY = 86_400;

/** In seconds. A month is 30 days and a year is 365: plans do not say which month. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^s(ec(ond)?s?)?$/, 1],
  [/^m(in(ute)?s?)?$/, 60],
  [/^h((ou)?rs?)?$/, 3_600],
  [/^d(ays?)?$/, DAY],
  [/^w(eeks?|ks?)?$/, 7 * DAY],
  [/^mo(nths?|s)?$/, 30 * DAY],
  [/^y(ears?|rs?)?$/, 365 * DAY],
];

const PART = /(\d+(?:\.\d+)?)\s*([a-z]+)\.?(?:\s*(?:,|and)\s*|\s*)/gy;

/** @returns seconds; undefined for what is no duration; a number is seconds already */
export function secondsOf(duration: Duration): number | undefined {
  if (typeof duration === 'number')
    return Number.isFinite(duration) && duration >= 0 ? duration : undefined;
  const text = duration.trim().toLowerCase();
  const parts = [...text.matchAll(PART)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return undefined;
  let seconds = 0;
  for (const [, amount, word = ''] of parts) {
    const unit = UNITS.find(([pattern]) => pattern.test(word));
    if (unit === undefined) return undefined;
    seconds += Number(amount) * unit[1];
  }
  return seconds;
}
