/** From which day until which a hotel is wanted. */
import { numberFrom } from '../../../shared/dates/chinese-numerals.ts';
import type { DateMention } from '../../../shared/dates/date-mention.ts';
import { plusDays } from '../../../shared/dates/zoned-day.ts';
import type { Request } from './request-text.ts';

export type Stay = { readonly checkin: string | undefined; readonly checkout: string | undefined };

const NIGHTS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
};

const nightsIn = (text: string): number => {
  const chinese = /([\d一二两三四五六七八九十]+)\s*(?:个)?晚(?!上|班)/u.exec(text)?.[1];
  if (chinese !== undefined) return numberFrom(chinese);
  const english = /\b(\d+|one|two|three|four|five|six|seven)\s*[- ]?nights?\b/iu.exec(text)?.[1];
  return english === undefined ? 1 : (NIGHTS[english.toLowerCase()] ?? Number(english));
};

const ARRIVES = /入住|住进|check(?:ing)?[- ]?in|arriv/iu;
const LEAVES = /退房|离店|离开|check(?:ing)?[- ]?out|until|till|through|到|至|-|to/iu;
const ARRIVES_NEXT = /^\s*(?:入住|住进|check(?:ing)?[- ]?in)/iu;

/** The words between two dates, and those after the second. */
const around = (whole: string, first: DateMention, second: DateMention): [string, string] => {
  const start = whole.indexOf(first.text) + first.text.length;
  const at = whole.indexOf(second.text, start);
  const end = at + second.text.length;
  return [whole.slice(start, Math.max(start, at)), whole.slice(end, end + 8)];
};

/** The stay begins on the day of the flight unless another is named; a later day that is left for is its end. */
export function stayIn({ text, whole, days }: Request): Stay {
  const [first, second] = days;
  if (first?.from == null) return { checkin: undefined, checkout: undefined };
  const { from, until } = first;
  if (until !== null && until !== from) return { checkin: from, checkout: until };
  const nights = nightsIn(text);
  const later = second?.from != null && second.from > from ? second.from : undefined;
  if (second === undefined || later === undefined)
    return { checkin: from, checkout: plusDays(from, nights) };
  const [between, after] = around(whole, first, second);
  // 10日入住12日退房: the word belongs to the date that it stands behind.
  const isOfFirst = ARRIVES_NEXT.test(between);
  if (ARRIVES_NEXT.test(after) || (ARRIVES.test(between) && !isOfFirst))
    return { checkin: later, checkout: plusDays(later, nights) };
  const leaves = LEAVES.test(between) || LEAVES.test(after);
  return { checkin: from, checkout: leaves ? later : plusDays(from, nights) };
}
