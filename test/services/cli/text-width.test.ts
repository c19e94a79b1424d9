// Columns of a terminal: Chinese characters take two, colours none; what is too wide ends in an ellipsis.
import { expect, it } from 'vitest';
import { paintFor } from '../../../services/cli/paint.ts';
import { clipTo, padTo, widthOf } from '../../../services/cli/text-width.ts';

it('counts two columns for Chinese characters', () => {
  expect(widthOf('abc')).toBe(3);
  expect(widthOf('上海')).toBe(4);
  expect(padTo('上海', 6)).toBe('上海  ');
});

it('cuts what is too wide, and only that', () => {
  expect(clipTo('上海上海', 5)).toBe('上海…');
  expect(clipTo('上海上海', 8)).toBe('上海上海');
  expect(clipTo('abcdef', 6)).toBe('abcdef');
  expect(clipTo('abcdef', 5)).toBe('abcd…');
});

it('counts no column for colours, and closes the one that it cuts', () => {
  const red = paintFor(true)('red', 'abcdef');
  expect(clipTo(red, 6)).toBe(red);
  expect(clipTo(red, 5)).toBe('\u001B[31mabcd…\u001B[0m');
});
