/**
 * JSON out of a model's text. Strict parsing comes first, and every repair only after it failed. No repair
 * here changes what was said: it takes off what stands around the JSON, or the text is refused.
 */

import { parseStrictly, type Strict } from './shallow-json.ts';

/** `repairs` are the names of those that it took. */
export type Parsed =
  | (Extract<Strict, { readonly isJson: true }> & { readonly repairs: readonly string[] })
  | Extract<Strict, { readonly isJson: false }>;

type Repair = { readonly name: string; readonly apply: (text: string) => string };

const THOUGHT_END = '</think>';
const FENCE = /^```[A-Za-z0-9]*\s*\n(?<inside>[\s\S]*)\n\s*```$/;

/** In this order; each is tried on what the one before left. */
const REPAIRS: readonly Repair[] = [
  { name: 'byte order mark', apply: (text) => text.replace(/^\u{feff}/u, '') },
  {
    name: 'thoughts',
    apply: (text) => {
      const end = text.lastIndexOf(THOUGHT_END);
      return end === -1 ? text : text.slice(end + THOUGHT_END.length);
    },
  },
  { name: 'fence', apply: (text) => FENCE.exec(text.trim())?.groups?.inside ?? text },
];

/** @returns the value, or the parser's words on what is wrong */
export function parseJsonText(text: string): Parsed {
  let parsed = parseStrictly(text);
  let left = text;
  const repairs: string[] = [];
  for (const { name, apply } of REPAIRS) {
    if (parsed.isJson) break;
    const mended = apply(left);
    if (mended === left) continue;
    left = mended;
    repairs.push(name);
    parsed = parseStrictly(left);
  }
  return parsed.isJson ? { ...parsed, repairs } : parsed;
}
