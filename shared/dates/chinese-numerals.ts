/** Numbers up to 999 and years as Chinese writes them: 十二, 三百六十五, 二〇二六. */

const DIGITS = '零一二三四五六七八九';
const SAME: Readonly<Record<string, string>> = { 〇: '零', 两: '二' };

/** The characters that a numeral is made of, for a class in a pattern. */
export const NUMERALS = '〇零一二两三四五六七八九十百';

const digitOf = (character: string): number => DIGITS.indexOf(SAME[character] ?? character);

/** 三百, 六十 and 五 are added up; a unit with nothing before it counts once. */
function addedUp(text: string): number {
  let sum = 0;
  let held = 0;
  for (const character of text) {
    const unit = character === '百' ? 100 : 10;
    if (character === '百' || character === '十') {
      sum += (held || 1) * unit;
      held = 0;
    } else held = digitOf(character);
  }
  return sum + held;
}

/** @returns what a numeral in `NUMERALS` or in ASCII digits says */
export function numberFrom(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  if (/[十百]/.test(text)) return addedUp(text);
  return Number([...text].map(digitOf).join(''));
}
