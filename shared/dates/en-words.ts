/** English names of months, weekdays and small numbers, as parts of patterns and as numbers. */
import type { Groups, Unit } from './date-reading.ts';

export const MONTH =
  '(?<month>jan(?:uary|\\.)?|feb(?:ruary|\\.)?|mar(?:ch|\\.)?|apr(?:il|\\.)?|may|june?|july?|aug(?:ust|\\.)?|sep(?:tember|t?\\.|t)?|oct(?:ober|\\.)?|nov(?:ember|\\.)?|dec(?:ember|\\.)?)';
export const YEAR = String.raw`(?:(?<year>(?:19|20|21)\d\d)|(?:of )?(?<years>this|next|last) year)`;
export const COUNT =
  '(?<count>\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DAYS = 'mon tue wed thu fri sat sun'.split(' ');
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const SHIFTS: Readonly<Record<string, number>> = {
  last: -1,
  past: -1,
  'this past': -1,
  this: 0,
  next: 1,
};

const startOf = (word: string | undefined): string => (word ?? '').slice(0, 3).toLowerCase();

export const monthFrom = ({ month }: Groups): number => MONTHS.indexOf(startOf(month)) + 1;

export const weekdayFrom = ({ name }: Groups): number => DAYS.indexOf(startOf(name)) + 1;

export const unitFrom = ({ unit = '' }: Groups): Unit => {
  const word = unit.toLowerCase();
  return word === 'week' || word === 'month' || word === 'quarter' || word === 'year'
    ? word
    : 'day';
};

/** @returns undefined for what is counted from the present day, as "coming" is */
export const shiftFrom = (words: string | undefined): number | undefined =>
  words === undefined ? undefined : SHIFTS[words.toLowerCase()];

/** "a" is 1. */
export function countFrom({ count = '' }: Groups): number {
  if (/^\d/.test(count)) return Number(count);
  return Math.max(1, NUMBERS.indexOf(count.toLowerCase()));
}

const UP_TO_NINETEENTH =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );
const ONES = UP_TO_NINETEENTH.slice(0, 9);
/** By day of the month, from the first to the thirty-first. */
const ORDINALS = [
  ...UP_TO_NINETEENTH,
  'twentieth',
  ...ONES.map((one) => `twenty-${one}`),
  'thirtieth',
  'thirty-first',
];

/** Longest first, so that "twenty-first" is not read as "first". */
export const ORDINAL_WORD = `(?<nth>${ORDINALS.toReversed()
  .map((name) => name.replace('-', '[- ]'))
  .join('|')})`;

export const ordinalFrom = ({ nth = '' }: Groups): number =>
  ORDINALS.indexOf(nth.toLowerCase().replace(' ', '-')) + 1;

export const anyCase = (pattern: string): RegExp => new RegExp(pattern, 'gi');
