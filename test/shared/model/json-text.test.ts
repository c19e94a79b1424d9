import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../../../shared/model/json-text.ts';

describe('parseJsonText', () => {
  it('reads JSON as it is, whatever its strings hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ value, trap: '</think> ```json {"a":1}``` \ufeff' });
        expect(parseJsonText(text)).toEqual({ isJson: true, value: JSON.parse(text), repairs: [] });
      }),
    );
  });

  const cases: [string, string, string[]][] = [
    ['a fence', '```json\n{"a":1}\n```', ['fence']],
    ['a fence without a language', ' ```\n{"a":1}\n``` \n', ['fence']],
    ['a fence around a text with fences', '```json\n{"a":1,"b":"```\\n```"}\n```', ['fence']],
    ['a byte order mark', '\ufeff{"a":1}', ['byte order mark']],
    ['thoughts', '<think>{"a":2}, or so</think>\n{"a":1}', ['thoughts']],
    ['thoughts whose beginning is lost', 'or so</think>{"a":1}', ['thoughts']],
    [
      'all of them',
      '\ufeffhm</think>\n```json\n{"a":1}\n```',
      ['byte order mark', 'thoughts', 'fence'],
    ],
  ];
  for (const [name, text, repairs] of cases) {
    it(`takes off ${name}`, () => {
      expect(parseJsonText(text)).toMatchObject({ isJson: true, value: { a: 1 }, repairs });
    });
  }

  const refused = [
    '',
    'Sure!',
    '{"a":1',
    "{'a':1}",
    '{"a":1}{"a":1}',
    '{"path":"C:\\dir"}',
    '{"a":NaN}',
    'As you wish:\n```json\n{"a":1}\n```',
    '```json\n{"a":1}\n```\n```json\n{"a":2}\n```',
    `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
  ];
  for (const text of refused) {
    it(`repairs nothing that could be meant otherwise: ${JSON.stringify(text.slice(0, 40))}`, () => {
      expect(parseJsonText(text)).toMatchObject({ isJson: false, problem: expect.any(String) });
    });
  }
});
