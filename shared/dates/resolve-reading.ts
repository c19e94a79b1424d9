/** Turns what a mention says into days, given what day it is. */
import type { DateReading, Reading, Unit, WeekdayReading } from './date-reading.ts';
import {
  calendarDay,
  mondayOf,
  monthAt,
  monthCount,
  partsOf,
  plusDays,
  plusMonths,
  weekdayOf,
} from './zoned-day.ts';

export type Frame = {
  readonly today: string;
  /** Where the search for "the next such day" begins: today, or the first day of a range. */
  readonly base: string;
  /** -1 for the latest such day instead, as after "since". */
  readonly direction: 1 | -1;
};

type Period = {
  readonly from: string;
  readonly until: string;
  /** True where the words point backwards, as "last" and "ago" do. */
  readonly back: boolean;
};

export type Resolution = Period | 'invalid' | 'ambiguous';

/** The rarest day, 29 February, comes every eight years at the least. */
const YEARS_SEARCHED = 8;
const DAYS_OF_WEEK = 7;
const MONTHS_OF: Readonly<Record<'month' | 'quarter' | 'year', number>> = {
  month: 1,
  quarter: 3,
  year: 12,
};

const period = (from: string | null, until: string | null, back = false): Resolution =>
  from === null || until === null || until < from ? 'invalid' : { from, until, back };

const oneDay = (day: string | null, back = false): Resolution => period(day, day, back);

/** The nearest day of that number, and of that month if one is given, on the frame's side of its base. */
function nearestSuch(
  month: number | undefined,
  day: number,
  { base, direction }: Frame,
): string | null {
  if (month !== undefined && month > MONTHS_OF.year) return null;
  const start = partsOf(base);
  const step = month === undefined ? 1 : 12;
  const first = monthCount(start.year, month ?? start.month);
  for (let moved = 0; moved <= YEARS_SEARCHED * 12; moved += step) {
    const at = monthAt(first + moved * direction);
    const found = calendarDay(at.year, at.month, day);
    if (found !== null && (direction === 1 ? found >= base : found <= base)) return found;
  }
  return null;
}

function firstDay(reading: DateReading, frame: Frame): string | null {
  const { day, month, monthShift, year, yearShift } = reading;
  const present = partsOf(frame.today);
  if (monthShift !== undefined) {
    const at = monthAt(monthCount(present.year, present.month) + monthShift);
    return calendarDay(at.year, at.month, day);
  }
  if (month !== undefined && (year !== undefined || yearShift !== undefined))
    return calendarDay(year ?? present.year + (yearShift ?? 0), month, day);
  return nearestSuch(month, day, frame);
}

function resolveDate(reading: DateReading, frame: Frame): Resolution {
  const from = firstDay(reading, frame);
  if (from === null) return 'invalid';
  if (reading.weekday !== undefined && reading.weekday !== weekdayOf(from)) return 'ambiguous';
  const { year, month } = partsOf(from);
  const until = calendarDay(year, month, reading.untilDay ?? reading.day);
  return period(from, until, (reading.monthShift ?? reading.yearShift ?? 0) < 0);
}

function resolveWeekday({ weekday, week }: WeekdayReading, frame: Frame): Resolution {
  const { today, base, direction } = frame;
  if (week !== undefined)
    return oneDay(plusDays(mondayOf(today), week * DAYS_OF_WEEK + weekday - 1), week < 0);
  const ahead = (weekday - weekdayOf(base) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  const isLatest = direction === -1 && ahead > 0;
  return oneDay(plusDays(base, isLatest ? ahead - DAYS_OF_WEEK : ahead));
}

function resolveSlashed(
  { first, second, year, weekday }: Extract<Reading, { kind: 'slashed' }>,
  frame: Frame,
): Resolution {
  const monthFirst = firstDay({ kind: 'date', month: first, day: second, year }, frame);
  const dayFirst = firstDay({ kind: 'date', month: second, day: first, year }, frame);
  const days = new Set([monthFirst, dayFirst].filter((day) => day !== null));
  if (days.size === 0) return 'invalid';
  const fitting = [...days].filter((day) => weekday === undefined || weekdayOf(day) === weekday);
  const [only] = fitting;
  return fitting.length === 1 && only !== undefined ? oneDay(only) : 'ambiguous';
}

function shifted(today: string, unit: Unit, count: number): string | null {
  if (unit === 'day') return plusDays(today, count);
  if (unit === 'week') return plusDays(today, count * DAYS_OF_WEEK);
  return plusMonths(today, count * MONTHS_OF[unit]);
}

function wholeUnit(today: string, unit: Unit, shift: number): Resolution {
  const back = shift < 0;
  if (unit === 'day') return oneDay(plusDays(today, shift), back);
  if (unit === 'week') {
    const monday = plusDays(mondayOf(today), shift * DAYS_OF_WEEK);
    return period(monday, plusDays(monday, DAYS_OF_WEEK - 1), back);
  }
  const months = MONTHS_OF[unit];
  const { year, month } = partsOf(today);
  const first = (Math.floor(monthCount(year, month) / months) + shift) * months;
  return wholeMonths(first, months, back);
}

/** @param first as `monthCount` counts */
function wholeMonths(first: number, months: number, back: boolean): Resolution {
  const { year, month } = monthAt(first);
  const from = calendarDay(year, month, 1);
  const after = from === null ? null : plusMonths(from, months);
  return period(from, after === null ? null : plusDays(after, -1), back);
}

function resolveMonth(
  { month, year, yearShift }: Extract<Reading, { kind: 'month' }>,
  frame: Frame,
): Resolution {
  // The present month is the next such month, though its first day is over.
  const base = `${frame.base.slice(0, 8)}01`;
  const from = firstDay({ kind: 'date', day: 1, month, year, yearShift }, { ...frame, base });
  if (from === null) return 'invalid';
  const at = partsOf(from);
  return wholeMonths(monthCount(at.year, at.month), 1, (yearShift ?? 0) < 0);
}

export function resolveReading(reading: Reading, frame: Frame): Resolution {
  const { today } = frame;
  switch (reading.kind) {
    case 'date':
      return resolveDate(reading, frame);
    case 'weekday':
      return resolveWeekday(reading, frame);
    case 'slashed':
      return resolveSlashed(reading, frame);
    case 'shift':
      return oneDay(shifted(today, reading.unit, reading.count), reading.count < 0);
    case 'span': {
      const end = shifted(today, reading.unit, reading.count);
      return reading.count < 0 ? period(end, today, true) : period(today, end);
    }
    case 'unit':
      return wholeUnit(today, reading.unit, reading.shift);
    case 'weekend': {
      const saturday = plusDays(mondayOf(today), reading.week * DAYS_OF_WEEK + 5);
      return period(saturday, plusDays(saturday, 1), reading.week < 0);
    }
    case 'month':
      return resolveMonth(reading, frame);
    case 'ambiguous':
      return 'ambiguous';
  }
}
