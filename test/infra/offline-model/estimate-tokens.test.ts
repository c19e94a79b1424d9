// The estimate of tokens.
import { expect, test } from 'vitest';
import { estimateTokens } from '../../../infra/offline-model/estimate-tokens.ts';

test.each([
  ['', 0],
  ['a', 1],
  ['abcd', 1],
  ['abcde', 2],
  ['北京', 2],
  ['北京 to 上海', 5],
  ['𠮷', 1],
  ['あいうえ', 1],
])('%j is %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});
