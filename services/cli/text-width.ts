/** How wide text is on a terminal, where Chinese characters take two columns; and text cut to a width. */

/** Starts a colour; as a code point, since a regular expression should not hold a control character. */
const ESC = String.fromCharCode(27);
const ESCAPE = new RegExp(`${ESC}\\[[0-9;]*m`, 'y');
const ESCAPES = new RegExp(ESCAPE.source, 'g');
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
const ZERO = /\p{Mn}|\u200D|\uFE0F/u;

const widthOfCharacter = (character: string): number => {
  if (ZERO.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
};

/** Columns that `text` takes; it holds no colours. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + widthOfCharacter(character), 0);

/** `text` filled up with spaces. */
export const padTo = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** `text` cut to `width` columns with an ellipsis; colours are kept and closed. */
export function clipTo(text: string, width: number): string {
  if (widthOf(text.replace(ESCAPES, '')) <= width) return text;
  let out = '';
  let used = 0;
  for (let at = 0; at < text.length; ) {
    ESCAPE.lastIndex = at;
    const colour = ESCAPE.exec(text)?.[0];
    const part = colour ?? String.fromCodePoint(text.codePointAt(at) ?? 32);
    const partWidth = colour === undefined ? widthOfCharacter(part) : 0;
    if (used + partWidth > width - 1 && partWidth > 0) {
      return `${out}…${text.includes(ESC) ? `${ESC}[0m` : ''}`;
    }
    out += part;
    used += partWidth;
    at += part.length;
  }
  return out;
}
