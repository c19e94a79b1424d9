import { describe, expect, it } from 'vitest';
import { Completion } from '../../../shared/model/completion.ts';
import { readReply } from '../../../shared/model/read-reply.ts';

const read = (message: object, finish_reason: string | null = 'stop') =>
  readReply(Completion.parse({ choices: [{ finish_reason, message }] }));
const call = (args: unknown, name: string | null = 'reply') => ({
  function: { name, arguments: args },
});

describe('readReply', () => {
  it('reads the content', () => {
    expect(read({ content: '{"a":1}' })).toEqual({
      kind: 'value',
      value: { a: 1 },
      text: '{"a":1}',
      repairs: [],
    });
    expect(read({ content: [{ type: 'text', text: '{"a"' }, { text: ':1}' }] })).toMatchObject({
      value: { a: 1 },
    });
  });

  it('reads the arguments of a call before anything else', () => {
    const message = { content: '{"a":2}', tool_calls: [call('```\n{"a":1}\n```')] };
    expect(read(message)).toMatchObject({ value: { a: 1 }, repairs: ['tool call', 'fence'] });
    expect(read({ tool_calls: [call({ a: 1 }, null)] })).toMatchObject({ value: { a: 1 } });
  });

  it('reads what a server put into the reasoning, when there is nothing else', () => {
    const message = { content: '', reasoning_content: '{"a":1}' };
    expect(read(message)).toMatchObject({ value: { a: 1 }, repairs: ['reasoning content'] });
    expect(read({ content: 'no', reasoning_content: '{"a":1}' })).toMatchObject({
      kind: 'rejected',
    });
  });

  it('never reads what was cut', () => {
    for (const reason of ['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens']) {
      expect(read({ content: '{"a":1}' }, reason)).toMatchObject({
        kind: 'rejected',
        text: '{"a":1}',
        problem: expect.stringContaining('truncated'),
      });
      expect(read({ tool_calls: [call('{"a":1}')] }, reason)).toMatchObject({ text: '{"a":1}' });
    }
  });

  it('goes by the message where a reason is missing or odd', () => {
    for (const reason of [null, '', 'tool_calls', 'eos'])
      expect(read({ content: '{"a":1}' }, reason)).toMatchObject({ value: { a: 1 } });
  });

  const useless: [string, object][] = [
    ['empty', { content: null }],
    ['empty', { content: ' \n', tool_calls: [] }],
    ['not JSON', { content: 'Sure!' }],
    ['not JSON', { tool_calls: [call('{"a":1')] }],
    ['different calls', { tool_calls: [call('{"a":1}'), call('{"a":2}')] }],
    ['no such function as search', { tool_calls: [call('{"a":1}', 'search')] }],
  ];
  for (const [problem, message] of useless) {
    it(`says what is wrong: ${problem} (${JSON.stringify(message)})`, () => {
      expect(read(message)).toMatchObject({
        kind: 'rejected',
        problem: expect.stringContaining(problem),
      });
    });
  }

  it('tells a refusal of the policy apart, and never reads what came with it', () => {
    expect(read({ content: '{"a":1}', refusal: 'I will not.' })).toMatchObject({
      kind: 'filtered',
      reason: 'I will not.',
    });
    expect(read({ content: '{"a":1}' }, 'content_filter')).toMatchObject({ kind: 'filtered' });
    expect(read({ content: '{"a":1}', refusal: '' })).toMatchObject({ kind: 'value' });
  });
});
