/** A count of tokens that needs no tokenizer: near enough to exercise budgets, and always the same. */
const HAN = /\p{Script=Han}/gu;
const CHARACTERS_A_TOKEN = 4;

/** @returns a token for each Han character, and one for each four UTF-16 units of the rest */
export function estimateTokens(text: string): number {
  const rest = text.replace(HAN, '');
  const han = text.match(HAN)?.length ?? 0;
  return han + Math.ceil(rest.length / CHARACTERS_A_TOKEN);
}
