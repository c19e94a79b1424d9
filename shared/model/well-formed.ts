/** One lone surrogate in a message makes endpoints refuse it, and every later one that repeats it. */

export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\u{fffd}');

/** JSON with every string value well formed. */
export const wellFormedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? wellFormed(part) : part,
  );
