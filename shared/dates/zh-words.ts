/** Words for the last, this and the next week, month or year in Chinese, and years as they are written. */
import { numberFrom } from './chinese-numerals.ts';
import type { Groups } from './date-reading.ts';

const YEAR_SHIFTS: Readonly<Record<string, number>> = {
  前: -2,
  去: -1,
  今: 0,
  本: 0,
  明: 1,
  后: 2,
};

/** 查一下周五的航班 and 线下周会 hold no 下周, 马上周末 and 线上周会 no 上周. */
export const WEEK_SHIFT =
  '(?<shift>(?<![马早晚以线])上上?|(?<![一以线如当])下下?|这|(?<![样成版文基根])本)[一个]?';

export const WEEK = '(?:周|星期|礼拜)';

/** @param words a run of 上 or 下, else what means the present one */
export const shiftFrom = (words: string): number =>
  words.startsWith('下') ? words.length : words.startsWith('上') ? -words.length : 0;

/** 26年 is 2026. */
export function yearFrom({ year, years }: Groups): { year?: number; yearShift?: number } {
  if (years !== undefined) return { yearShift: YEAR_SHIFTS[years] ?? 0 };
  if (year === undefined) return {};
  const written = numberFrom(year);
  return { year: written < 100 ? 2000 + written : written };
}
