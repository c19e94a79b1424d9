/** Dates of digits alone. What stands around them keeps out parts of ids, paths, versions and addresses. */
import { type DatePattern, optionalNumber } from './date-reading.ts';
import { calendarDay } from './zoned-day.ts';

const LEAP_YEAR = 2000;
const YEAR = String.raw`(?<year>(?:19|20|21)\d\d)`;
const PAIR = String.raw`(?<first>\d{1,2})\/(?<second>\d{1,2})`;
/** Neither a longer number, a word, a version nor a file's name goes on; the time of an ISO instant may. */
const END = String.raw`(?!\d|[A-SU-Za-z_@%]|T(?!\d)|[-./:+]\w)`;
const WORD_BEFORE = String.raw`(?<=(?:\b(?:on|by|until|till|from|to|before|after|since) |[在于到至从]) ?)`;

const slashed: DatePattern['read'] = ({ first, second, year }) => ({
  kind: 'slashed',
  first: Number(first),
  second: Number(second),
  year: optionalNumber(year),
});

/** 50/50 is no day however it is read; 29 February is one in some years. */
const readBare: DatePattern['read'] = (groups) => {
  const { first, second } = { first: Number(groups.first), second: Number(groups.second) };
  const isDay = calendarDay(LEAP_YEAR, first, second) ?? calendarDay(LEAP_YEAR, second, first);
  return isDay === null ? null : slashed(groups);
};

export const NUMERIC_PATTERNS: readonly DatePattern[] = [
  {
    pattern: new RegExp(
      String.raw`(?<![\w.@/+]|\w-|\d:)${YEAR}-(?<month>\d{1,2})-(?<day>\d{1,2})${END}`,
      'g',
    ),
    read: ({ year, month, day }) => ({
      kind: 'date',
      year: Number(year),
      month: Number(month),
      day: Number(day),
    }),
  },
  {
    // A hyphen before it or after it is that of a range: 2026/12/10-2026/12/12.
    pattern: new RegExp(
      String.raw`(?<![\w.@/+]|\d:|[A-Za-z]-|version |版本 ?)${YEAR}(?<mark>[/.])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})(?!\w|[@%]|[./:+]\w|-(?!(?:19|20|21)\d\d[/.]))`,
      'g',
    ),
    read: ({ year, month, day }) => ({
      kind: 'date',
      year: Number(year),
      month: Number(month),
      day: Number(day),
    }),
  },
  { pattern: new RegExp(String.raw`(?<![\w.@/+-]|\d:)${PAIR}\/${YEAR}${END}`, 'g'), read: slashed },
  {
    // 1/2 is a fraction unless a preposition says otherwise, and 24/7 is every day. The hyphen is that of a range.
    pattern: new RegExp(
      String.raw`(?<![\w.@/+$¥€]|\d:|(?<!\d\/\d{1,2})-)(?!24\/7)(?:(?=\d{2}\/|\d\/\d{2})|${WORD_BEFORE})${PAIR}(?!\d|[A-Za-z_@%/]|[.:+]\w|-(?!\d{1,2}\/\d))`,
      'g',
    ),
    read: readBare,
  },
];
