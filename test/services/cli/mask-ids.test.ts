// Identity numbers never reach a screen whole, wherever they stand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskIds } from '../../../services/cli/mask-ids.ts';
import { paintFor } from '../../../services/cli/paint.ts';
import { widthOf } from '../../../services/cli/text-width.ts';

const digits = (min: number, max: number) =>
  fc
    .array(fc.constantFrom(...'0123456789'), { minLength: min, maxLength: max })
    .map((all) => all.join(''));
const identity = fc
  .tuple(digits(14, 17), fc.constantFrom(...'0123456789Xx'))
  .map(([head, last]) => head + last);
const around = fc.constantFrom('', ' ', '身份证', '，', '"', ':', '(', '\n', ', ID ');

describe('maskIds', () => {
  it.each([
    ['身份证110101199001011234', '身份证110***********1234'],
    ['{"id_card":"11010119900101123X"}', '{"id_card":"110***********123X"}'],
    ['110101900101123', '110********1123'],
    ['11010119900101123x.', '110***********123x.'],
  ])('hides the middle of %j', (text, masked) => {
    expect(maskIds(text)).toBe(masked);
  });

  it.each(['13800138000', '1764560000000', '2026-12-10', 'FL-8831', '1234567890123456789'])(
    'leaves %j alone',
    (text) => expect(maskIds(text)).toBe(text),
  );

  it('leaves the ids of tasks and the hashes in keys alone', () => {
    const key = 'tabcdefghij2345672345.s3.0123456789abcdef';
    expect(maskIds(key)).toBe(key);
  });

  it('hides every identity number in any text, keeps its width, and changes nothing twice', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(around, identity)), around, (parts, end) => {
        const text = parts.map(([before, id]) => `${before || ' '}${id}`).join('') + end;
        const masked = maskIds(text);
        for (const [, id] of parts) expect(masked).not.toContain(id);
        expect(widthOf(masked)).toBe(widthOf(text));
        expect(maskIds(masked)).toBe(masked);
      }),
    );
  });
});

it('hides what a colour touches', () => {
  expect(paintFor(true)('red', '110101199001011234')).toBe('\u001B[31m110***********1234\u001B[0m');
});
