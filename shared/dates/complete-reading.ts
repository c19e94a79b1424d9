/** What a mention takes over from the one before it: the month of 12月10日 for the 12日 that follows. */
import type { DateReading, Reading } from './date-reading.ts';
import type { Found } from './find-readings.ts';
import type { Resolution } from './resolve-reading.ts';
import { partsOf } from './zoned-day.ts';

export type Placed = Found & { readonly resolution: Resolution };

/** How a mention is tied to the one before: as the end of a range, as one more of a list, or not. */
export type Link = 'range' | 'list' | null;

const GAP_MAX = 12;
const RANGE = /^\)? ?(?:到|至|直到|[-–—~]{1,2}|to|through|thru|until|till|up to) ?(?:the )?$/i;
const LIST = /^\)? ?(?:、|和|与|及|以及|或|,|and|or) ?(?:the )?$/i;
const BETWEEN = /\bbetween (?:the )?$/i;
/** The number before is no day of its own: 3-5日 may count days. */
const NUMBER_BEFORE = /\d ?[-–—~到至] ?$/;

/** @param text in plain width */
export function linkBetween(prior: Found | undefined, next: Found, text: string): Link {
  if (prior === undefined || next.index - prior.end > GAP_MAX) return null;
  const gap = text.slice(prior.end, next.index);
  if (RANGE.test(gap)) return 'range';
  if (!LIST.test(gap)) return null;
  return BETWEEN.test(text.slice(Math.max(0, prior.index - GAP_MAX), prior.index))
    ? 'range'
    : 'list';
}

const dateBefore = (prior: Placed | undefined): string | null =>
  prior?.reading.kind === 'date' && typeof prior.resolution === 'object'
    ? prior.resolution.from
    : null;

function withMonth(reading: DateReading, day: string | null, link: Link): DateReading | null {
  // The end of a range is the next such day from its beginning on, which may be in another month.
  if (reading.needsMonth === true && (day === null || link === null)) return null;
  if (day === null || link === 'range') return reading;
  const { year, month } = partsOf(day);
  return { ...reading, year, month };
}

const hasYear = ({ year, yearShift }: DateReading): boolean =>
  year !== undefined || yearShift !== undefined;

function withYear(reading: DateReading, prior: Placed | undefined, link: Link): DateReading {
  const isCarried = link === 'list' && prior?.reading.kind === 'date' && hasYear(prior.reading);
  if (!isCarried || hasYear(reading) || prior.reading.kind !== 'date') return reading;
  return { ...reading, year: prior.reading.year, yearShift: prior.reading.yearShift };
}

/**
 * @param text in plain width
 * @returns null for words that are a day only next to a month, where there is none
 */
export function completeReading(
  found: Found,
  prior: Placed | undefined,
  link: Link,
  text: string,
): Reading | null {
  const { reading, index } = found;
  if (reading.kind !== 'date' || reading.monthShift !== undefined) return reading;
  if (reading.month !== undefined) return withYear(reading, prior, link);
  const day = dateBefore(prior);
  const isPartOfNumber = NUMBER_BEFORE.test(text.slice(Math.max(0, index - 4), index));
  return isPartOfNumber && (day === null || link !== 'range')
    ? null
    : withMonth(reading, day, link);
}
