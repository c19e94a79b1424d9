/**
 * Every calendar day or period that a Chinese or English text mentions, resolved by rule. Weeks begin on Monday.
 * A day without a year, month or week of its own is the next such one, today included.
 */
import { completeReading, type Link, linkBetween, type Placed } from './complete-reading.ts';
import type { DateMention } from './date-mention.ts';
import type { Reading } from './date-reading.ts';
import { type Found, findReadings, plainWidth } from './find-readings.ts';
import { joinWeekdays } from './join-weekdays.ts';
import { type Frame, type Resolution, resolveReading } from './resolve-reading.ts';
import { resolveSince } from './resolve-since.ts';
import { sinceAround } from './since-words.ts';
import { dayOf } from './zoned-day.ts';

const SENTENCE_END = /[。;!?\n]|\. /;
/** In UTF-16 units. */
const SENTENCE_MAX = 100;

const isLoose = (reading: Reading): boolean => reading.kind === 'shift' && reading.loose === true;

const isBareWeekday = (reading: Reading): boolean =>
  reading.kind === 'weekday' && reading.week === undefined;

const periodOf = (resolution: Resolution | undefined) =>
  typeof resolution === 'object' ? resolution : null;

/** The end of a range is sought from its beginning on, and points backwards where that does. */
function inRange(reading: Reading, prior: Placed, today: string): Resolution {
  const before = periodOf(prior.resolution);
  const frame: Frame = { today, base: before?.from ?? today, direction: 1 };
  const resolution = resolveReading(reading, frame);
  const period = periodOf(resolution);
  if (period === null || before === null) return resolution;
  return { ...period, back: period.back || before.back };
}

/**
 * 3天后 is counted from the day that its sentence named before, or from today, and the 周三 after a 下周一 is in that
 * week, or in this one; the words do not say.
 */
function hasTwoOrigins(found: Found, prior: Placed, text: string, today: string): boolean {
  const { reading, index } = found;
  const before = periodOf(prior.resolution);
  const between = text.slice(prior.end, Math.min(index, prior.end + SENTENCE_MAX));
  if (before === null || before.from <= today || SENTENCE_END.test(between)) return false;
  if (isLoose(reading)) return !isLoose(prior.reading);
  return (
    isBareWeekday(reading) && prior.reading.kind === 'weekday' && !isBareWeekday(prior.reading)
  );
}

function place(
  found: Found,
  prior: Placed | undefined,
  text: string,
  today: string,
): Placed | null {
  const link: Link = linkBetween(prior, found, text);
  const reading = completeReading(found, prior, link, text);
  if (reading === null) return null;
  if (link === 'range' && prior !== undefined)
    return { ...found, reading, resolution: inRange(reading, prior, today) };
  if (prior !== undefined && hasTwoOrigins(found, prior, text, today))
    return { ...found, reading, resolution: 'ambiguous' };
  const frame: Frame = { today, base: today, direction: 1 };
  const since = sinceAround(found, text);
  if (since === null) return { ...found, reading, resolution: resolveReading(reading, frame) };
  const { index, end, sense } = since;
  return { index, end, reading, resolution: resolveSince(reading, sense, frame) };
}

/** 2026-11-01到今天 points backwards as a whole. */
function endsToday(next: Placed, prior: Placed, text: string, today: string): boolean {
  const period = periodOf(next.resolution);
  const isToday = period?.from === today && period.until === today;
  return isToday && linkBetween(prior, next, text) === 'range';
}

function mentionOf({ index, end, resolution }: Placed, text: string, today: string): DateMention {
  const mention = { text: text.slice(index, end), index };
  if (typeof resolution === 'string')
    return { ...mention, from: null, until: null, status: resolution };
  const { from, until, back } = resolution;
  return { ...mention, from, until, status: until < today && !back ? 'past' : 'ok' };
}

/**
 * @param now an ISO instant, of which only the day in `timeZone`, an IANA zone, counts
 * @returns the mentions in order of appearance; none overlap
 * @throws {RangeError} for a `now` or a `timeZone` that is none
 */
export function resolveDates(text: string, now: string, timeZone: string): DateMention[] {
  const today = dayOf(now, timeZone);
  const plain = plainWidth(text);
  const placed: Placed[] = [];
  for (const found of joinWeekdays(findReadings(plain), plain)) {
    const prior = placed.at(-1);
    const next = place(found, prior, plain, today);
    if (next === null) continue;
    const before = periodOf(prior?.resolution);
    if (prior !== undefined && before !== null && endsToday(next, prior, plain, today))
      placed[placed.length - 1] = { ...prior, resolution: { ...before, back: true } };
    placed.push(next);
  }
  return placed.map((mention) => mentionOf(mention, text, today));
}
