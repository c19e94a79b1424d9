/** Hours between which a flight shall leave, as `HH:MM`. */
export type TimeWindow = { readonly from: string | undefined; readonly until: string | undefined };

const PARTS: readonly (readonly [RegExp, from: string | undefined, until: string | undefined])[] = [
  [/上午|早班|早上|\bmorning\b/iu, undefined, '12:00'],
  [/下午|\bafternoon\b/iu, '12:00', '18:00'],
  [/(?<![当今明一两每住])晚(?:上|班|间)|傍晚|夜间|\bevening\b/iu, '18:00', undefined],
];

const hour = (
  digits: string,
  minutes: string | undefined,
  half: string | undefined,
): string | null => {
  const number = Number(digits) + (/p/iu.test(half ?? '') && Number(digits) < 12 ? 12 : 0);
  return number > 23 ? null : `${String(number).padStart(2, '0')}:${minutes ?? '00'}`;
};

const CLOCK = '(\\d{1,2})(?:[:：](\\d{2})|点半?|时)?\\s*(am|pm|a\\.m\\.|p\\.m\\.)?';

/** "2点" of an afternoon is 14:00. */
const AFTERNOON = /下午|傍晚|(?<![当今明一两每住])晚上|\bafternoon\b|\bevening\b/iu;

const clockIn = (text: string, forms: readonly string[]): string | undefined => {
  for (const form of forms) {
    const found = new RegExp(form, 'iu').exec(text);
    if (found === null) continue;
    const [, digits = '', minutes, half] = found;
    return hour(digits, minutes, half || (AFTERNOON.test(text) ? 'pm' : '')) ?? undefined;
  }
  return undefined;
};

/** @param text without dates */
export function timeWindowIn(text: string): TimeWindow {
  const from = clockIn(text, [
    '(\\d{1,2})(?:[:：](\\d{2})|点|时)(?:钟)?()\\s*(?:以后|之后|后)',
    `\\bafter\\s+${CLOCK}`,
  ]);
  const until = clockIn(text, [
    '(\\d{1,2})(?:[:：](\\d{2})|点|时)(?:钟)?()\\s*(?:以前|之前|前)',
    `\\bbefore\\s+${CLOCK}`,
  ]);
  if (from !== undefined || until !== undefined) return { from, until };
  const part = PARTS.find(([pattern]) => pattern.test(text));
  return { from: part?.[1], until: part?.[2] };
}
