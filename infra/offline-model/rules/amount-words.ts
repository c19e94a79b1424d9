/** Amounts that English writes in words, as the rules read them: five hundred, a thousand two hundred. */
const UNITS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const UNIT = `(?:${UNITS.toReversed().join('|')}|an?|\\d+)`;
const AMOUNT = new RegExp(
  `\\b(${UNIT})\\s+(hundred|thousand)(?:\\s+(?:and\\s+)?(${UNIT})\\s+hundred)?\\b`,
  'giu',
);

const unitOf = (word: string): number => {
  const index = UNITS.indexOf(word.toLowerCase());
  if (index >= 0) return index + 1;
  return /^\d/u.test(word) ? Number(word) : 1;
};

const figureOf = (amount: string): string => {
  const [, count = '', scale = '', hundreds] = new RegExp(AMOUNT.source, 'iu').exec(amount) ?? [];
  const whole = unitOf(count) * (scale.toLowerCase() === 'hundred' ? 100 : 1_000);
  return String(whole + (hundreds === undefined ? 0 : unitOf(hundreds) * 100));
};

/** @returns the text with such amounts in digits */
export const withAmounts = (text: string): string => text.replaceAll(AMOUNT, figureOf);
