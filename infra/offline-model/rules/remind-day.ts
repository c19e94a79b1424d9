/** On which day a reminder is due: that of the journey, or so many days before it. */
import { numberFrom } from '../../../shared/dates/chinese-numerals.ts';
import { plusDays } from '../../../shared/dates/zoned-day.ts';
import type { Request } from './request-text.ts';

const DAYS: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3 };
const AHEAD =
  /提前\s*([\d一二两三四五六七])\s*天|\b(a|one|two|three|\d)\s+days?\s+(?:before|ahead|earlier|in advance)\b/iu;
const DAY_BEFORE = /前一[天日晚]|\bthe (?:day|evening|night) before\b/iu;

/** @returns undefined where the day of the journey is meant */
export function remindDay({ whole }: Request, day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  const [, chinese, english] = AHEAD.exec(whole) ?? [];
  if (chinese !== undefined) return plusDays(day, -numberFrom(chinese));
  if (english !== undefined)
    return plusDays(day, -(DAYS[english.toLowerCase()] ?? Number(english)));
  return DAY_BEFORE.test(whole) ? plusDays(day, -1) : undefined;
}
