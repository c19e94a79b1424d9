/** Periods from a mentioned day on: those that began in the past last until today. */
import type { Reading } from './date-reading.ts';
import { type Frame, type Resolution, resolveReading } from './resolve-reading.ts';
import type { Since } from './since-words.ts';
import { daysBetween } from './zoned-day.ts';

/** So near a day without a year is surely meant; further away on both sides it has two readings. */
const NEAR_DAYS = 92;

const untilToday = (latest: Resolution, today: string): Resolution =>
  typeof latest === 'object' && latest.from <= today
    ? { from: latest.from, until: today, back: true }
    : latest;

const isOpen = (reading: Reading): boolean =>
  (reading.kind === 'weekday' && reading.week === undefined) ||
  (reading.kind === 'date' &&
    reading.year === undefined &&
    reading.yearShift === undefined &&
    reading.monthShift === undefined);

/** 从周五起 may begin last Friday or this; 从12月10日起 begins at the nearer of the two. */
function openStart(
  reading: Reading,
  next: Resolution,
  latest: Resolution,
  today: string,
): Resolution {
  if (typeof next !== 'object' || typeof latest !== 'object') return next;
  if (next.from === today) return next;
  if (reading.kind === 'weekday') return 'ambiguous';
  const ahead = daysBetween(today, next.from);
  const behind = daysBetween(latest.from, today);
  if (Math.min(ahead, behind) > NEAR_DAYS) return 'ambiguous';
  return ahead <= behind ? next : untilToday(latest, today);
}

export function resolveSince(reading: Reading, sense: Since['sense'], frame: Frame): Resolution {
  const { today } = frame;
  const next = resolveReading(reading, frame);
  const latest = resolveReading(reading, { ...frame, direction: -1 });
  if (sense === 'since')
    return typeof latest === 'object' && latest.from > today ? next : untilToday(latest, today);
  if (isOpen(reading)) return openStart(reading, next, latest, today);
  return typeof next === 'object' && next.until < today ? untilToday(next, today) : next;
}
