/** Colours of a terminal, or none. */
const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Colour = keyof typeof CODES;
export type Paint = (colour: Colour, text: string) => string;

export const paintFor = (hasColours: boolean): Paint =>
  hasColours
    ? (colour, text) => `\u001B[${CODES[colour]}m${text}\u001B[0m`
    : (_colour, text) => text;
