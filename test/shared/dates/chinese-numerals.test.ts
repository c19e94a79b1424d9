import { expect, it } from 'vitest';
import { numberFrom } from '../../../shared/dates/chinese-numerals.ts';

it.each([
  ['两', 2],
  ['十', 10],
  ['十二', 12],
  ['二十', 20],
  ['三十一', 31],
  ['一百', 100],
  ['三百六十五', 365],
  ['一百零五', 105],
  ['二〇二六', 2026],
  ['二零二六', 2026],
  ['0120', 120],
])('%s is %i', (text, number) => {
  expect(numberFrom(text)).toBe(number);
});
