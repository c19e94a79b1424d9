/**
 * Strict JSON of an endpoint, as deep as anything reasonable. What is nested by the ten thousand would parse,
 * and then bring down whatever walks through it.
 */

const DEPTH_MAX = 100;

const isShallow = (value: unknown, left = DEPTH_MAX): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  return left > 0 && Object.values(value).every((part) => isShallow(part, left - 1));
};

export type Strict =
  | { readonly isJson: true; readonly value: unknown }
  | { readonly isJson: false; readonly problem: string };

export function parseStrictly(text: string): Strict {
  try {
    const value: unknown = JSON.parse(text);
    if (isShallow(value)) return { isJson: true, value };
    return { isJson: false, problem: `nested deeper than ${DEPTH_MAX} levels` };
  } catch (thrown) {
    return { isJson: false, problem: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
