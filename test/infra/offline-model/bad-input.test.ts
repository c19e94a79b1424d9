// Bad input of every kind gets an error in OpenAI's form, and the model lives on.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type OfflineModel,
  startOfflineModel,
} from '../../../infra/offline-model/offline-model.ts';
import { ask, type Body, echo, question, REPLY_TOOL, send } from './ask-model.ts';

let model: OfflineModel;
beforeAll(async () => {
  model = await startOfflineModel({ answer: echo });
});
afterAll(async () => {
  expect(await ask(model.url, question('plan', {}))).toMatchObject({ status: 200 });
  await model.close();
});

const GOOD = question('plan', {});
const forced = (name: string) => ({ type: 'function', function: { name } });

test.each([
  ['an empty body', '', null],
  ['half a JSON', '{"model":', null],
  ['null', 'null', null],
  ['a list', '[]', null],
  ['a text', '"hello"', null],
  ['no model', { ...GOOD, model: undefined }, 'model'],
  ['an empty model', { ...GOOD, model: '' }, 'model'],
  ['a number for a model', { ...GOOD, model: 4 }, 'model'],
  ['no messages', { model: 'offline' }, 'messages'],
  ['messages that are null', { ...GOOD, messages: null }, 'messages'],
  ['an empty list of messages', { ...GOOD, messages: [] }, 'messages'],
  ['messages that are a text', { ...GOOD, messages: 'plan!' }, 'messages'],
  ['messages that are an object', { ...GOOD, messages: { 0: GOOD.messages[0] } }, 'messages'],
  ['a message that is a text', { ...GOOD, messages: ['plan!'] }, 'messages.0'],
  ['a message that is null', { ...GOOD, messages: [GOOD.messages[0], null] }, 'messages.1'],
  ['a message without a role', { ...GOOD, messages: [{ content: 'x' }] }, 'messages.0.role'],
  ['an unknown role', { ...GOOD, messages: [{ role: 'boss', content: 'x' }] }, 'messages.0.role'],
  [
    'content that is a number',
    { ...GOOD, messages: [{ role: 'user', content: 5 }] },
    'messages.0.content',
  ],
  [
    'a part that is a text',
    { ...GOOD, messages: [{ role: 'user', content: ['x'] }] },
    'messages.0.content',
  ],
  ['two choices', { ...GOOD, n: 2 }, 'n'],
  ['a stream that is a text', { ...GOOD, stream: 'yes' }, 'stream'],
  [
    'an unknown response format',
    { ...GOOD, response_format: { type: 'xml' } },
    'response_format.type',
  ],
  ['tools that are no list', { ...GOOD, tools: {} }, 'tools'],
  [
    'a tool without a name',
    { ...GOOD, tools: [{ type: 'function', function: {} }] },
    'tools.0.function.name',
  ],
  ['a tool choice that is a number', { ...GOOD, tool_choice: 1 }, 'tool_choice'],
  ['a forced tool without tools', { ...GOOD, tool_choice: forced('reply') }, 'tool_choice'],
  [
    'a forced tool that is not among them',
    { ...GOOD, tools: [REPLY_TOOL], tool_choice: forced('other') },
    'tool_choice',
  ],
])('a request with %s is refused with 400', async (_, asked, param) => {
  const { status, body } = await ask(model.url, asked);
  expect(status).toBe(400);
  expect(body).toEqual({
    error: {
      message: expect.stringMatching(/\.$/),
      type: 'invalid_request_error',
      code: 'invalid_request',
      param,
    },
  });
});

test('a body that is no UTF-8 is refused with 400', async () => {
  const response = await send(model.url, '', { body: new Uint8Array([0x22, 0xff, 0x22]) });
  expect(response.status).toBe(400);
  expect(((await response.json()) as Body).error.message).toContain('not JSON');
});

test('a body over 8 MB is refused with 413, one just under it is not', async () => {
  const padded = (bytes: number) => JSON.stringify({ ...GOOD, user: 'x'.repeat(bytes) });
  const response = await send(model.url, padded(9 * 1024 * 1024));
  expect(response.status).toBe(413);
  expect(response.headers.get('connection')).toBe('close');
  expect(await response.json()).toMatchObject({
    error: { code: 'request_too_large', param: null },
  });
  expect(await ask(model.url, padded(8 * 1024 * 1024 - 1_000))).toMatchObject({ status: 200 });
});

test('a body that nests deeply does no harm', async () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  const body = `${JSON.stringify(GOOD).slice(0, -1)},"metadata":${deep}}`;
  expect(await ask(model.url, body)).toMatchObject({ status: 200 });
});

test.each([
  ['/'],
  ['/v1'],
  ['/v1/'],
  ['/v1/embeddings'],
  ['/v1/chat/completions/'],
  ['/chat/completions'],
  ['/v1/models/offline'],
  ['/__proto__'],
])('the path %s is refused with 404', async (path) => {
  const url = new URL(path, model.url);
  const response = await fetch(url);
  expect(response.status).toBe(404);
  const { error } = (await response.json()) as Body;
  expect(error).toMatchObject({ code: 'not_found', type: 'invalid_request_error', param: null });
  expect(error.message).toContain('/v1/chat/completions');
});

test.each([
  ['GET', '/v1/chat/completions', 'POST'],
  ['PUT', '/v1/chat/completions', 'POST'],
  ['POST', '/v1/models', 'GET'],
  ['DELETE', '/health', 'GET'],
])('%s %s is refused with 405 and names %s', async (method, path, allowed) => {
  const response = await fetch(new URL(path, model.url), { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe(allowed);
  expect(((await response.json()) as Body).error.code).toBe('method_not_allowed');
});

/** Everything that the model sends back until it ends the connection. */
const talk = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(model.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString();
    });
    socket.once('close', () => resolve(heard));
    socket.once('error', reject);
    socket.write(text);
  });

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a path that is no URL', 'GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
])('%s is answered with an error', async (_, text) => {
  const heard = await talk(text);
  expect(heard).toMatch(/^HTTP\/1\.1 400 /);
  expect(heard).toContain('"code":"invalid_request"');
});

test('a caller that hangs up in the middle of a body does no harm', async () => {
  const head = 'POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{';
  const socket = connect(Number(new URL(model.url).port), '127.0.0.1');
  await new Promise((resolve) => socket.write(head, resolve));
  socket.resetAndDestroy();
  expect((await fetch(new URL('/health', model.url))).status).toBe(200);
});
