/** Calendar days as `YYYY-MM-DD`, of the proleptic Gregorian calendar; only `dayOf` knows of zones. */

const DAY_MS = 86_400_000;
const YEAR_MAX = 9999;

/**
 * The day that an instant is in a time zone.
 *
 * @throws {RangeError} for an instant that is none, or a zone that Node.js does not know
 */
export function dayOf(now: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(new Date(now)).map((part) => [part.type, part.value]));
  return `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/** `day` moved by so many days. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** 1 for a Monday, 7 for a Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** The Monday on or before `day`. */
export const mondayOf = (day: string): string => plusDays(day, 1 - weekdayOf(day));

/** @returns how many days `b` is after `a` */
export const daysBetween = (a: string, b: string): number =>
  (Date.parse(b) - Date.parse(a)) / DAY_MS;

const two = (part: number): string => String(part).padStart(2, '0');

/** @returns the day, or null where the calendar has no such one */
export function calendarDay(year: number, month: number, day: number): string | null {
  if (year < 1 || year > YEAR_MAX || month < 1 || month > 12 || day < 1) return null;
  // The last day of a month is day 0 of the next.
  const last = new Date(Date.UTC(2000, month, 0));
  last.setUTCFullYear(year, month, 0);
  return day > last.getUTCDate()
    ? null
    : `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

export type DayParts = { readonly year: number; readonly month: number; readonly day: number };

export const partsOf = (day: string): DayParts => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)),
  day: Number(day.slice(8, 10)),
});

/** Months counted from the year 0, for arithmetic; its inverse is `monthAt`. */
export const monthCount = (year: number, month: number): number => year * 12 + month - 1;

export const monthAt = (count: number): { readonly year: number; readonly month: number } => ({
  year: Math.floor(count / 12),
  month: (count % 12) + 1,
});

/** The day so many months later, or the last of that month where it is shorter; null after 9999. */
export function plusMonths(from: string, months: number): string | null {
  const { year, month, day } = partsOf(from);
  const at = monthAt(monthCount(year, month) + months);
  for (let wanted = day; wanted > 27; wanted -= 1) {
    const found = calendarDay(at.year, at.month, wanted);
    if (found !== null) return found;
  }
  return calendarDay(at.year, at.month, Math.min(day, 27));
}
