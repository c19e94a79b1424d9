// The protocol over plain HTTP: what is read of a request, and where the answer stands.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { startOfflineModel } from '../../../infra/offline-model/offline-model.ts';
import { ask, contentOf, question, REPLY_TOOL, send, startModel } from './ask-model.ts';

const REAL_MODEL = /OPENAI_API_KEY.*OPENAI_BASE_URL.*LOOPWRIGHT_MODEL/;

test('the answer is the content, as JSON', async () => {
  const { url } = await startModel();
  const { status, body } = await ask(url, question('act', { goal: '北京' }));
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^chatcmpl-[0-9a-f]{24}$/),
    object: 'chat.completion',
    created: 0,
    model: 'offline',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: '{"purpose":"act","document":{"goal":"北京"}}',
          refusal: null,
        },
        finish_reason: 'stop',
        logprobs: null,
      },
    ],
    // 28 + 13 characters and two Han; 40 and two Han.
    usage: { prompt_tokens: 12, completion_tokens: 12, total_tokens: 24 },
  });
});

test('any name of a model is said back', async () => {
  const { url } = await startModel();
  const reply = await ask(url, { ...question('plan', {}), model: 'gpt-x' });
  expect(reply.body).toMatchObject({ model: 'gpt-x' });
});

test.each([
  ['named', { type: 'function', function: { name: 'reply' } }],
  ['required', 'required'],
])('a tool call that is %s has the answer as its arguments', async (_, tool_choice) => {
  const { url } = await startModel();
  const { body } = await ask(url, {
    ...question('plan', { n: 1 }),
    tools: [REPLY_TOOL],
    tool_choice,
    response_format: { type: 'json_object' },
  });
  const { message, finish_reason } = body.choices[0]!;
  expect(message).toMatchObject({ content: null, tool_calls: [{ type: 'function' }] });
  expect(message.tool_calls![0]!.function).toEqual({
    name: 'reply',
    arguments: '{"purpose":"plan","document":{"n":1}}',
  });
  expect(finish_reason).toBe('tool_calls');
  expect(body.usage.completion_tokens).toBe(10);
});

test.each([['auto'], ['none'], [null]])(
  'tool choice %j leaves the answer content',
  async (choice) => {
    const { url } = await startModel();
    const asked = { ...question('plan', 1), tools: [REPLY_TOOL], tool_choice: choice };
    expect(await contentOf(url, asked)).toBe('{"purpose":"plan","document":1}');
  },
);

test('only the first system message and the last user message are read', async () => {
  const { url } = await startModel();
  const content = await contentOf(url, {
    model: 'm',
    messages: [
      { role: 'user', content: '{"old":1}' },
      { role: 'developer', content: [{ type: 'text', text: 'loopwright/judge/7\r\nrest' }] },
      { role: 'system', content: 'loopwright/plan/1' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '{"new"' },
          { type: 'text', text: ':2}' },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [] },
      { role: 'tool', content: '{"tool":3}', tool_call_id: 'x' },
    ],
  });
  expect(content).toBe('{"purpose":"judge","document":{"new":2}}');
});

const system = (content: string) => ({ role: 'system', content });
const user = { role: 'user', content: '{}' };

test.each([
  ['an unknown purpose', [system('loopwright/sing/1'), user], 'loopwright/sing/1'],
  ['a name of a prototype', [system('loopwright/constructor/1'), user], 'loopwright/constructor/1'],
  ['no version', [system('loopwright/plan'), user], 'loopwright/plan'],
  ['the line not first', [system('Hello.\nloopwright/plan/1'), user], 'Hello.'],
  ['an empty system message', [system(''), user], 'begins with ""'],
  ['no system message', [user], 'begins with ""'],
  ['no user message', [system('loopwright/plan/1')], 'not one JSON document'],
  [
    'a last message that is no JSON',
    [system('loopwright/plan/1'), user, { role: 'user', content: 'Hi' }],
    'not one JSON document',
  ],
])('%s is refused in the answer, with how to set a real model', async (_, messages, reason) => {
  const { url } = await startModel();
  const { status, body } = await ask(url, { model: 'offline', messages });
  expect(status).toBe(200);
  const answer: unknown = JSON.parse(body.choices[0]!.message.content);
  expect(answer).toEqual({
    refused: expect.stringContaining(reason),
    cure: expect.stringMatching(REAL_MODEL),
  });
});

test('models and health are told', async () => {
  const { url } = await startModel();
  expect(await (await fetch(`${url}/models`)).json()).toEqual({
    object: 'list',
    data: [{ id: 'offline', object: 'model', created: 0, owned_by: 'loopwright' }],
  });
  expect(await (await fetch(new URL('/health', url))).json()).toEqual({ status: 'ok' });
});

/** All bytes of one exchange, headers included. */
const exchange = (url: string, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString();
    });
    socket.once('close', () => resolve(heard));
    socket.once('error', reject);
    const head = `Host: x\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}`;
    socket.write(`POST /v1/chat/completions HTTP/1.1\r\n${head}\r\n\r\n${body}`);
  });

test.each([[false], [true]])('equal requests get equal replies, with stream %j', async (stream) => {
  const [one, other] = [await startModel(), await startModel()];
  const asked = { ...question('plan', { goal: '去上海' }), stream };
  const body = JSON.stringify(asked);
  const first = await exchange(one.url, body);
  expect(first).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(first).not.toMatch(/^Date:/im);
  expect(await exchange(one.url, body)).toBe(first);
  expect(await exchange(other.url, body)).toBe(first);
  const different = await exchange(one.url, JSON.stringify({ ...asked, seed: 1 }));
  expect(different).not.toBe(first);
});

test('a rule that fails is told as a fault of the server', async () => {
  const { url } = await startModel([], () => {
    throw new TypeError('no such city');
  });
  expect(await ask(url, question('plan', {}))).toMatchObject({
    status: 500,
    body: { error: { type: 'server_error', message: expect.stringContaining('no such city') } },
  });
});

test('a taken port is a fault of the configuration', async () => {
  const { url } = await startModel();
  const port = Number(new URL(url).port);
  const second = startOfflineModel({ port, answer: () => ({}) });
  await expect(second).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    facts: expect.stringContaining(`127.0.0.1:${port}`),
  });
});

test('it may be closed twice, and then answers no more', async () => {
  const model = await startModel();
  await Promise.all([model.close(), model.close()]);
  await expect(send(model.url, question('plan', {}))).rejects.toThrow('fetch failed');
});
