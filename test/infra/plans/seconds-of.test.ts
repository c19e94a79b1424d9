import { expect, it } from 'vitest';
import { secondsOf } from '../../../infra/plans/seconds-of.ts';

const DAY = 86_400;

it.each([
  ['45 sec', 45],
  ['1 second', 1],
  ['10 min', 600],
  ['2.5 hours', 9_000],
  ['1 Day', DAY],
  ['2 weeks', 14 * DAY],
  ['3 months', 90 * DAY],
  ['1 year', 365 * DAY],
  ['1h 30m', 5_400],
  ['1 hour and 15 minutes', 4_500],
  ['0 min', 0],
  [90, 90],
] as const)('reads %s as %d seconds', (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

it.each(['', 'soon', '5', 'min', '3 moons', '5 min or so', '-5 min', -1, Number.NaN])(
  'does not guess at %s',
  (text) => {
    expect(secondsOf(text)).toBeUndefined();
  },
);
