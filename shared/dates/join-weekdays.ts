/** Joins a weekday to the date it stands beside, 12月11日（周五） or Friday, December 11: the two are one day. */
import type { Found } from './find-readings.ts';

const BESIDE = /^(?:, | ?\(| )?$/;

function joined(a: Found, b: Found, text: string): Found | null {
  const gap = text.slice(a.end, b.index);
  if (!BESIDE.test(gap)) return null;
  const end = gap.endsWith('(') && text[b.end] === ')' ? b.end + 1 : b.end;
  const [date, day] =
    a.reading.kind === 'weekday' ? [b.reading, a.reading] : [a.reading, b.reading];
  if (date.kind !== 'date' && date.kind !== 'slashed') return null;
  if (day.kind !== 'weekday' || day.week !== undefined || date.weekday !== undefined) return null;
  return { index: a.index, end, reading: { ...date, weekday: day.weekday } };
}

/** @param text in plain width */
export function joinWeekdays(found: readonly Found[], text: string): Found[] {
  const all: Found[] = [];
  for (const next of found) {
    const last = all.at(-1);
    const both = last === undefined ? null : joined(last, next, text);
    if (both === null) all.push(next);
    else all[all.length - 1] = both;
  }
  return all;
}
