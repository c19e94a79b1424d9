/** Times of the day in a text: 9:30, 下午三点半, 3 pm, noon. */
import { numberFrom } from '../../../shared/dates/chinese-numerals.ts';

export type Clock = {
  /** `HH:MM` */
  readonly at: string;
  readonly index: number;
  readonly end: number;
  /** What of the day it was said with, such as 下午 or pm. */
  readonly half: string | undefined;
};

const HALF = '(?:(凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|(?<!最)晚上?)\\s*)?';
const NUMERAL = '[一二两三四五六七八九十]{1,3}';
const CHINESE = new RegExp(
  `${HALF}(?<![\\d:])(\\d{1,2}|${NUMERAL})(?:点钟?|时(?!间))(半|[一三]刻|\\d{1,2}分?|${NUMERAL}分)?`,
  'gu',
);
const DIGITAL = new RegExp(
  `${HALF}(?<![\\d:.])(\\d{1,2}):(\\d{2})(?![\\d:])\\s*(am|pm|a\\.m\\.|p\\.m\\.)?`,
  'giu',
);
const ENGLISH = /(?<![\d:.])()(\d{1,2})()\s*(am|pm|a\.m\.|p\.m\.|o'clock)(?![a-z])/giu;
const NAMED = /\b(noon|midnight)\b/giu;

/** "2点" of an afternoon is 14:00. */
const AFTERNOON = /下午|傍晚|(?<![当今明一两每住])晚上|\bafternoon\b|\bevening\b/iu;
const LATE_HALF = /下午|傍晚|晚|^p/iu;

export const isEvening = (clock: Clock | undefined): boolean =>
  clock?.half !== undefined && /傍晚|晚/u.test(clock.half);

const minutesOf = (text: string | undefined): number => {
  if (text === undefined || text === '') return 0;
  if (text === '半') return 30;
  if (text.endsWith('刻')) return numberFrom(text.slice(0, -1)) * 15;
  return numberFrom(text.replace('分', ''));
};

const hourOf = (number: number, half: string | undefined, text: string): number => {
  if (number === 12 && /^a|凌晨/iu.test(half ?? '')) return 0;
  const isLate = half === undefined ? AFTERNOON.test(text) : LATE_HALF.test(half);
  return number < 12 && isLate ? number + 12 : number;
};

const two = (number: number): string => String(number).padStart(2, '0');

function clockOf(match: RegExpMatchArray, text: string): Clock[] {
  const [whole, before, hour = '', minutes, after] = match;
  const half = [before, after].find(
    (word) => word !== undefined && word !== '' && !/^o/iu.test(word),
  );
  const hours = hourOf(numberFrom(hour), half, text);
  const minute = minutesOf(minutes);
  if (hours > 23 || minute > 59) return [];
  const index = match.index ?? 0;
  return [{ at: `${two(hours)}:${two(minute)}`, index, end: index + whole.trimEnd().length, half }];
}

const named = (match: RegExpMatchArray): Clock => {
  const index = match.index ?? 0;
  const isNoon = match[0].toLowerCase() === 'noon';
  return { at: isNoon ? '12:00' : '00:00', index, end: index + match[0].length, half: match[0] };
};

/** @returns in order of appearance */
export function clocksIn(text: string): Clock[] {
  const found = [CHINESE, DIGITAL, ENGLISH].flatMap((form) =>
    [...text.matchAll(form)].flatMap((match) => clockOf(match, text)),
  );
  return [...found, ...[...text.matchAll(NAMED)].map(named)].toSorted((a, b) => a.index - b.index);
}
