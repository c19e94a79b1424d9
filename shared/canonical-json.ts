/**
 * Canonical JSON: keys sorted by code unit, no white space, as in RFC 8785 for the values that occur in
 * events. Two equal values have the same text, so hashes of it compare states, bodies and parameters.
 */
import { createHash } from 'node:crypto';

/** Objects of one shape are common, so the order of their keys is worked out once. */
type Shape = {
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
  readonly heads: readonly string[];
};

const SHAPES_MAX = 64;
const shapes = new Map<number, Shape[]>();

const isSame = (a: readonly string[], b: readonly string[]): boolean => {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
};

function shapeOf(keys: readonly string[]): Shape {
  const known = shapes.get(keys.length) ?? [];
  for (const shape of known) if (isSame(shape.keys, keys)) return shape;
  const sorted = keys.toSorted();
  const shape = { keys, sorted, heads: sorted.map((key) => `${JSON.stringify(key)}:`) };
  if (known.length < SHAPES_MAX) shapes.set(keys.length, [...known, shape]);
  return shape;
}

const writeArray = (value: readonly unknown[]): string => {
  let text = '[';
  for (let index = 0; index < value.length; index += 1) {
    const item = value[index];
    text += `${index === 0 ? '' : ','}${item === undefined ? 'null' : canonicalJson(item)}`;
  }
  return `${text}]`;
};

const writeObject = (value: Record<string, unknown>): string => {
  const { sorted, heads } = shapeOf(Object.keys(value));
  let text = '';
  for (let index = 0; index < sorted.length; index += 1) {
    const item = value[sorted[index] as string];
    if (item !== undefined)
      text += `${text === '' ? '' : ','}${heads[index]}${canonicalJson(item)}`;
  }
  return `{${text}}`;
};

/** @returns the text; `undefined` reads as null, and is left out of objects, as JSON.stringify does */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  return Array.isArray(value) ? writeArray(value) : writeObject(value as Record<string, unknown>);
}

/** SHA-256 of the canonical JSON, in lower-case hexadecimal. */
export const canonicalHash = (value: unknown): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex');
