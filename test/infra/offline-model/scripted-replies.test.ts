// Every form of a response, as a caller sees it.
import { expect, test } from 'vitest';
import { ask, FORCED, question, send, startModel } from './ask-model.ts';

const PLAN = question('plan', { goal: 'x' });
const CALL = { ...PLAN, ...FORCED };
const RULED = '{"purpose":"plan","document":{"goal":"x"}}';

const start = async (response: unknown) => (await startModel([{ purpose: '*', response }])).url;

test('a text is the content as it is, even where a tool call was forced', async () => {
  const url = await start('{"steps": [');
  const { body } = await ask(url, CALL);
  expect(body.choices[0]).toMatchObject({
    message: { content: '{"steps": [' },
    finish_reason: 'stop',
  });
});

test('an object is the answer, with bindings inside it', async () => {
  const answer = { params: { no: { $pick: { from: 's1' } } } };
  const url = await start(answer);
  const [content, forced] = [await ask(url, PLAN), await ask(url, CALL)];
  expect(content.body.choices[0]!.message.content).toBe(JSON.stringify(answer));
  expect(forced.body.choices[0]!.message.tool_calls![0]!.function.arguments).toBe(
    JSON.stringify(answer),
  );
});

test('a choice is played as it is written', async () => {
  const $choice = {
    content: '{"tool":',
    reasoning_content: 'Hm.',
    refusal: null,
    finish_reason: 'length',
  };
  const $usage = { prompt_tokens: 9, completion_tokens: 4096, cached: true };
  const { body } = await ask(await start({ $choice, $usage }), PLAN);
  const { finish_reason, ...message } = $choice;
  expect(body.choices[0]).toMatchObject({ message, finish_reason });
  expect(body.usage).toEqual($usage);
});

test.each([
  [{}, { message: { content: null, refusal: null }, finish_reason: 'stop' }],
  [{ refusal: 'No.' }, { message: { content: null, refusal: 'No.' }, finish_reason: 'stop' }],
  [{ content: 'x', finish_reason: null }, { finish_reason: null }],
  [{ tool_calls: [] }, { message: { tool_calls: [] }, finish_reason: 'stop' }],
  [
    { tool_calls: [{ id: 1, function: { arguments: '{' } }] },
    {
      message: { tool_calls: [{ id: 1, function: { arguments: '{' } }] },
      finish_reason: 'tool_calls',
    },
  ],
])('the choice %j is completed', async ($choice, choice) => {
  const { body } = await ask(await start({ $choice }), PLAN);
  expect(body.choices[0]).toMatchObject(choice);
  expect(body.usage.prompt_tokens).toBeGreaterThan(0);
});

test('a usage of null is left out', async () => {
  const { body } = await ask(await start({ $choice: { content: '{}' }, $usage: null }), PLAN);
  expect(body).not.toHaveProperty('usage');
});

test.each([
  [{ status: 500, body: 'Bad gateway' }, 500, 'Bad gateway'],
  [{ body: { choices: [] } }, 200, '{"choices":[]}'],
  [{ body: '' }, 200, ''],
  [{ status: 204 }, 204, ''],
])('transport %j sends that status and body', async ($http, status, text) => {
  const response = await send(await start({ $http }), PLAN);
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(text);
});

test('transport with an error status and no body has an error in the usual form', async () => {
  const $http = { status: 503, headers: { 'retry-after-ms': '20', 'content-type': 'text/odd' } };
  const response = await send(await start({ $http }), PLAN);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after-ms')).toBe('20');
  expect(response.headers.get('content-type')).toBe('text/odd');
  expect(await response.json()).toEqual({
    error: {
      message: 'The script plays status 503.',
      type: 'scripted_error',
      param: null,
      code: 'scripted',
    },
  });
});

test.each([
  ['late', { delayMs: 20 }],
  ['in two parts', { stallMs: 20 }],
  ['with headers', { headers: { 'x-request-id': 'r1' } }],
])('transport without a status or body carries the rule %s', async (_, $http) => {
  const url = await start({ $http });
  expect((await ask(url, PLAN)).body.choices[0]!.message.content).toBe(RULED);
  const streamed = await send(url, { ...PLAN, stream: true });
  expect(streamed.headers.get('content-type')).toContain('text/event-stream');
  expect(await streamed.text()).toMatch(/data: \[DONE\]\n\n$/);
});

test('a reset destroys the connection', async () => {
  const failed = send(await start({ $http: { reset: true, delayMs: 1 } }), PLAN);
  await expect(failed).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
});

test('headers that HTTP cannot put together end the connection, not the model', async () => {
  const headers = { Trailer: 'x', 'Content-Length': '1' };
  const response = [{ $http: { headers, body: 'x' } }, { fine: true }];
  const url = await start(response);
  await expect(send(url, PLAN)).rejects.toThrow('fetch failed');
  expect((await ask(url, PLAN)).body.choices[0]!.message.content).toBe('{"fine":true}');
});

test('a stall sends the head and half of the body, and is given up with its caller', async () => {
  const url = await start([{ $http: { stallMs: 600_000, body: 'abcd' } }, { fine: true }]);
  const caller = new AbortController();
  const response = await send(url, PLAN, { signal: caller.signal });
  const { value } = await response.body!.getReader().read();
  expect(Buffer.from(value!).toString()).toBe('ab');
  caller.abort();
  expect((await ask(url, PLAN)).body.choices[0]!.message.content).toBe('{"fine":true}');
});

test('closing ends a reply that is being delayed', async () => {
  let asked = (): void => {};
  const whenAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const script = [{ purpose: '*', response: { $http: { delayMs: 600_000 } } }];
  const model = await startModel(script, () => {
    asked();
    return {};
  });
  const waiting = send(model.url, PLAN).catch((error: Error) => error.message);
  await whenAsked;
  await model.close();
  expect(await waiting).toBe('fetch failed');
});
