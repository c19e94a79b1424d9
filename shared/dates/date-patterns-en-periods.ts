/** Periods in English, and days so many days or weeks away. */
import { type DatePattern, optionalNumber } from './date-reading.ts';
import {
  anyCase,
  COUNT,
  countFrom,
  MONTH,
  monthFrom,
  shiftFrom,
  unitFrom,
  YEAR,
} from './en-words.ts';

const UNIT = '(?<unit>day|week|month|year)s?';
const NUMBER_START = String.raw`(?<![\w.$-])`;
const BEFORE_MONTH =
  '(?:in|of|during|for|since|until|till|by|through|before|after|from|this|early|late|mid)';

/** "In 3 days" and "3 days ago". */
const away = (pattern: string, sign: 1 | -1): DatePattern => ({
  pattern: anyCase(pattern),
  read: (groups) => ({ kind: 'shift', unit: unitFrom(groups), count: sign * countFrom(groups) }),
});

/** "The past week" ends today; "last week" without a number is that of the calendar. */
const span = (words: string, sign: 1 | -1): DatePattern => ({
  pattern: anyCase(String.raw`(?<!\w)(?:${words}) ${UNIT}(?!\w)`),
  read: (groups) => ({ kind: 'span', unit: unitFrom(groups), count: sign * countFrom(groups) }),
});

export const ENGLISH_PERIOD_PATTERNS: readonly DatePattern[] = [
  away(String.raw`(?<!\w)in ${COUNT} ${UNIT}(?:'? time)?(?!\w)`, 1),
  away(String.raw`${NUMBER_START}${COUNT} ${UNIT} from (?:now|today)(?!\w)`, 1),
  away(String.raw`${NUMBER_START}${COUNT} ${UNIT} ago(?!\w)`, -1),
  {
    pattern: anyCase(String.raw`${NUMBER_START}${COUNT} (?<unit>day|week)s? from tomorrow(?!\w)`),
    read: (groups) => ({
      kind: 'shift',
      unit: 'day',
      count: countFrom(groups) * (unitFrom(groups) === 'week' ? 7 : 1) + 1,
    }),
  },
  // "It will last 3 days" holds the verb.
  span(String.raw`(?:(?<!\b(?:will|to|should|can|may|must) )last|past|previous) ${COUNT}`, -1),
  span('past', -1),
  span(`(?:next|coming|following) ${COUNT}`, 1),
  {
    pattern: anyCase(
      String.raw`(?<!\w)(?<which>this|next|last) (?<unit>week|month|quarter|year)(?!\w|-)`,
    ),
    read: (groups) => ({
      kind: 'unit',
      unit: unitFrom(groups),
      shift: shiftFrom(groups.which) ?? 0,
    }),
  },
  {
    pattern: anyCase(
      String.raw`(?<!\w)(?:(?<which>this|next|last)|(?<=\b(?:on|over|at|for|during|by) )the) weekend(?!\w)`,
    ),
    read: ({ which }) => ({ kind: 'weekend', week: shiftFrom(which) ?? 0 }),
  },
  {
    pattern: anyCase(
      String.raw`(?<!\w)(?:${MONTH.replace('month', 'dated')},? ${YEAR}|(?<=\b${BEFORE_MONTH}[ -])${MONTH}(?! {1,2}\d))(?![\w-])`,
    ),
    read: ({ month, dated, year, years }) => {
      // A month alone is a name, so "of may" and "in march" are left to the reader.
      if (month !== undefined && !/^[A-Z]/.test(month)) return null;
      return {
        kind: 'month',
        month: monthFrom({ month: month ?? dated }),
        year: optionalNumber(year),
        yearShift: shiftFrom(years),
      };
    },
  },
];
