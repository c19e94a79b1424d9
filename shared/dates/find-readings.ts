/** Finds what may be dates in a text: the longest of those that overlap, in order of appearance. */
import { ENGLISH_PATTERNS } from './date-patterns-en.ts';
import { ENGLISH_PERIOD_PATTERNS } from './date-patterns-en-periods.ts';
import { NUMERIC_PATTERNS } from './date-patterns-numeric.ts';
import { CHINESE_PATTERNS } from './date-patterns-zh.ts';
import { CHINESE_PERIOD_PATTERNS } from './date-patterns-zh-periods.ts';
import type { DatePattern, Reading } from './date-reading.ts';

const PATTERNS: readonly DatePattern[] = [
  ...NUMERIC_PATTERNS,
  ...CHINESE_PATTERNS,
  ...CHINESE_PERIOD_PATTERNS,
  ...ENGLISH_PATTERNS,
  ...ENGLISH_PERIOD_PATTERNS,
];

export type Found = {
  /** Offsets in UTF-16 units; `end` is exclusive. */
  readonly index: number;
  readonly end: number;
  readonly reading: Reading;
};

/** Full-width forms as ASCII and wide spaces as plain ones; every offset stays where it is. */
export const plainWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u00a0\u3000\u202f]/g, ' ');

function matchesOf({ pattern, read }: DatePattern, text: string): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(pattern)) {
    const reading = read(match.groups ?? {});
    if (reading !== null)
      found.push({ index: match.index, end: match.index + match[0].length, reading });
  }
  return found;
}

const lengthOf = ({ index, end }: Found): number => end - index;

/** @param text in plain width */
export function findReadings(text: string): Found[] {
  const all = PATTERNS.flatMap((pattern) => matchesOf(pattern, text));
  all.sort((a, b) => a.index - b.index || lengthOf(b) - lengthOf(a));
  const kept: Found[] = [];
  for (const found of all) {
    const last = kept.at(-1);
    if (last === undefined || found.index >= last.end) kept.push(found);
    else if (lengthOf(found) > lengthOf(last)) kept[kept.length - 1] = found;
  }
  return kept;
}
