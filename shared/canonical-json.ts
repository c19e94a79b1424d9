/**
 * Canonical JSON: keys sorted by code unit, no white space, as in RFC 8785 for the values that occur in
 * events. Two equal values have the same text, so hashes of it compare states, bodies and parameters.
 */
import { createHash } from 'node:crypto';

const remembered = new WeakMap<object, string>();

const writeArray = (value: readonly unknown[]): string =>
  `[${value.map((item) => (item === undefined ? 'null' : canonicalJson(item))).join(',')}]`;

const writeObject = (value: Record<string, unknown>): string => {
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const item = value[key];
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(item)}`);
  }
  return `{${parts.join(',')}}`;
};

/**
 * The text is remembered by object identity, so the hash of a large state whose parts are shared with
 * the state before costs only what changed. Never change an object that was passed here.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const known = remembered.get(value);
  if (known !== undefined) return known;
  const text = Array.isArray(value)
    ? writeArray(value)
    : writeObject(value as Record<string, unknown>);
  remembered.set(value, text);
  return text;
}

/** SHA-256 of the canonical JSON, in lower-case hexadecimal. */
export const canonicalHash = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
