/** Days in English. */
import { type DatePattern, optionalNumber } from './date-reading.ts';
import {
  anyCase,
  MONTH,
  monthFrom,
  ORDINAL_WORD,
  ordinalFrom,
  shiftFrom,
  weekdayFrom,
  YEAR,
} from './en-words.ts';

const ORDINAL = '(?:st|nd|rd|th)';
const NEXT_YEAR = String.raw`(?:,? {1,2}${YEAR}(?!\d))?`;
const TO = ' ?[-–—~] ?';
/** "Dec 10:00" is a time, "Dec 10.5" an amount. */
const END = String.raw`(?!\w|[:.,%/]\d|-\d)`;
const NUMBER_START = String.raw`(?<![\w.:/$¥€-]|\d,)`;
const FULL_NAME = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const SHORT_NAME = '(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)';
const WHICH = '(?<which>this coming|this past|this|next|last|coming|past)';
/** "Every Friday" is no single day, and "the following Friday" not counted from today. */
const ONCE = String.raw`(?<!\w|\b(?:every|each|following) )`;
const BEFORE_DAY = '(?:on|by|from|until|till|to|through|before|after|since|and)';
/** "On the 10th floor": a noun follows, and the ordinal counts it. */
const NO_NOUN = String.raw`(?! {1,2}(?!(?:and|or|to|until|till|at|on|for|through|from|in|with|please)\b)[A-Za-z])`;
/** Abbreviations that are words of their own: the sun, sat, wed. */
const WORDS = /^(?:mon|wed|sat|sun)$/i;

const readDate: DatePattern['read'] = (groups) => ({
  kind: 'date',
  day: Number(groups.day),
  untilDay: optionalNumber(groups.untilDay),
  month: monthFrom(groups),
  year: optionalNumber(groups.year),
  yearShift: shiftFrom(groups.years),
});

/** "10 may be enough" holds the verb, and "10th of may" the month. */
const readDayFirst: DatePattern['read'] = (groups) =>
  groups.month === 'may' && groups.ordinal === undefined ? null : readDate(groups);

const readWeekday: DatePattern['read'] = (groups) => ({
  kind: 'weekday',
  weekday: weekdayFrom(groups),
  week: shiftFrom(groups.week ?? groups.which),
});

/** Standing alone, an abbreviation has to look like a name. */
const readShortName: DatePattern['read'] = (groups) => {
  const { name = '', before } = groups;
  const isName = /^[A-Z][a-z]+$/.test(name) && (before !== undefined || !WORDS.test(name));
  return isName ? readWeekday(groups) : null;
};

const word = (words: string, count: number): DatePattern => ({
  pattern: anyCase(String.raw`(?<![\w@.-])(?:${words})(?!\w|@|\.\w)`),
  read: () => ({ kind: 'shift', unit: 'day', count }),
});

const readInWords: DatePattern['read'] = (groups) => ({
  kind: 'date',
  day: ordinalFrom(groups),
  untilDay: undefined,
  month: monthFrom(groups),
  year: optionalNumber(groups.year),
  yearShift: shiftFrom(groups.years),
});

export const ENGLISH_PATTERNS: readonly DatePattern[] = [
  {
    pattern: anyCase(String.raw`(?<!\w)(?:the )?${ORDINAL_WORD} of ${MONTH}${NEXT_YEAR}(?!\w)`),
    read: readInWords,
  },
  {
    pattern: anyCase(String.raw`(?<!\w)${MONTH} (?:the )?${ORDINAL_WORD}${NEXT_YEAR}(?!\w)`),
    read: readInWords,
  },
  word('today|tonight', 0),
  word('tomorrow|tmrw?', 1),
  word('yesterday|last night', -1),
  word('(?:the )?day after tomorrow', 2),
  word('(?:the )?day before yesterday', -2),
  {
    pattern: anyCase(
      String.raw`(?<!\w)${MONTH} {1,2}(?:the )?(?<day>\d{1,2})${ORDINAL}?(?:${TO}(?<untilDay>\d{1,2})${ORDINAL}?)?${NEXT_YEAR}${END}`,
    ),
    read: readDate,
  },
  {
    pattern: anyCase(
      String.raw`${NUMBER_START}(?<day>\d{1,2})(?<ordinal>${ORDINAL})?(?:${TO}(?<untilDay>\d{1,2})${ORDINAL}?)?(?: {1,2}(?:of )?|-)${MONTH}(?:-(?<dashed>(?:19|20|21)\d\d)(?!\w)|${NEXT_YEAR}(?!\w))`,
    ),
    read: (groups) => readDayFirst({ ...groups, year: groups.dashed ?? groups.year }),
  },
  {
    pattern: anyCase(
      String.raw`(?<=\b${BEFORE_DAY} )the (?<day>\d{1,2})${ORDINAL}(?!\w)${NO_NOUN}`,
    ),
    read: ({ day }) => ({ kind: 'date', day: Number(day) }),
  },
  {
    pattern: anyCase(
      String.raw`${ONCE}(?:${WHICH} {1,2})?(?<name>${FULL_NAME})(?: (?:of )?(?<week>this|next|last) week)?(?!\w)`,
    ),
    read: readWeekday,
  },
  {
    pattern: anyCase(
      String.raw`(?<!\w)(?<week>this|next|last) week(?:,|'s| on|, on)? (?<name>${FULL_NAME})(?!\w)`,
    ),
    read: readWeekday,
  },
  {
    pattern: anyCase(String.raw`(?<!\w)${WHICH} {1,2}(?<name>${SHORT_NAME})\b`),
    read: readWeekday,
  },
  {
    pattern: anyCase(
      String.raw`${ONCE}(?<=(?<before>\b${BEFORE_DAY}) |)(?<name>${SHORT_NAME})(?![\w-])`,
    ),
    read: readShortName,
  },
];
