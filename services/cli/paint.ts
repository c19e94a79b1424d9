/** Colours of a terminal, or none. */
import { maskIds } from './mask-ids.ts';

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Colour = keyof typeof CODES;
export type Paint = (colour: Colour, text: string) => string;

/** Masks what it paints: a number that a colour's code touches is no longer seen as one. */
export const paintFor = (hasColours: boolean): Paint =>
  hasColours
    ? (colour, text) => `\u001B[${CODES[colour]}m${maskIds(text)}\u001B[0m`
    : (_colour, text) => maskIds(text);
