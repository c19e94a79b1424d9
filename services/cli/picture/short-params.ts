/** Parameters as a few words: `北京→上海 12-10`. */
import { maskIds } from '../mask-ids.ts';
import { clipTo } from '../text-width.ts';

const VALUE_WIDTH = 24;
const ALL_WIDTH = 60;

const DATE = /^\d{4}-(\d{2})-(\d{2})$/;
/** Names of the two ends of something: a route, a stay. */
const BEGINS = /^(dep|depart|departure|from|origin|start|begin|check_?in)(_|[A-Z]|$)/;
const ENDS = /^(arr|arrive|arrival|to|dest|destination|end|until|check_?out)(_|[A-Z]|$)/;

const isNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'number');

/** One value, on one line, with a date as month and day. */
export function valueText(value: unknown): string {
  if (isNumbers(value)) return value.join('–');
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const date = DATE.exec(text);
  if (date !== null) return `${date[1]}-${date[2]}`;
  return clipTo(maskIds(text.replace(/\s+/g, ' ')), VALUE_WIDTH);
}

const sameMonth = (a: unknown, b: unknown): string | undefined => {
  const [from, to] = [a, b].map((value) => (typeof value === 'string' ? DATE.exec(value) : null));
  return from?.[1] !== undefined && from[1] === to?.[1] ? to?.[2] : undefined;
};

/** In the order given; two ends that stand side by side become one word. */
export function paramsText(params: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(params);
  const words: string[] = [];
  for (let at = 0; at < entries.length; at += 1) {
    const [name, value] = entries[at] ?? ['', null];
    const [after, end] = entries[at + 1] ?? ['', null];
    if (BEGINS.test(name) && ENDS.test(after)) {
      words.push(`${valueText(value)}→${sameMonth(value, end) ?? valueText(end)}`);
      at += 1;
    } else words.push(valueText(value));
  }
  return clipTo(words.filter((word) => word !== '').join(' '), ALL_WIDTH);
}
