// The official client of the protocol understands every reply.
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { FORCED, startModel } from './ask-model.ts';

const messages = [
  { role: 'system' as const, content: 'loopwright/act/1' },
  { role: 'user' as const, content: '{"goal":"买一张去上海的机票"}' },
];
const ASKED = { model: 'offline', messages };
const ANSWER = { purpose: 'act', document: { goal: '买一张去上海的机票' } };
const start = async (script: unknown = []): Promise<OpenAI> => {
  const { url } = await startModel(script);
  return new OpenAI({ baseURL: url, apiKey: 'none', maxRetries: 0 });
};

test('content is read, with a JSON schema asked for', async () => {
  const client = await start();
  const schema = { type: 'object', additionalProperties: true };
  const completion = await client.chat.completions.create({
    ...ASKED,
    response_format: { type: 'json_schema', json_schema: { name: 'reply', schema } },
  });
  expect(JSON.parse(completion.choices[0]!.message.content!)).toEqual(ANSWER);
  expect(completion.usage!.total_tokens).toBeGreaterThan(0);
});

test('a tool call is read', async () => {
  const client = await start();
  const completion = await client.chat.completions.create({ ...ASKED, ...FORCED });
  const [call] = completion.choices[0]!.message.tool_calls!;
  expect(call).toMatchObject({ type: 'function', function: { name: 'reply' } });
  expect(JSON.parse(call!.type === 'function' ? call!.function.arguments : '')).toEqual(ANSWER);
});

test('a stream is read', async () => {
  const client = await start();
  const options = { stream: true, stream_options: { include_usage: true } } as const;
  let text = '';
  let tokens = 0;
  for await (const chunk of await client.chat.completions.create({ ...ASKED, ...options })) {
    text += chunk.choices[0]?.delta.content ?? '';
    tokens += chunk.usage?.total_tokens ?? 0;
  }
  expect(JSON.parse(text)).toEqual(ANSWER);
  expect(tokens).toBeGreaterThan(0);
});

test('the stream helper puts a tool call together', async () => {
  const client = await start();
  const completion = await client.chat.completions
    .stream({ ...ASKED, ...FORCED })
    .finalChatCompletion();
  const [call] = completion.choices[0]!.message.tool_calls!;
  expect(JSON.parse(call!.function.arguments)).toEqual(ANSWER);
  expect(completion.choices[0]!.finish_reason).toBe('tool_calls');
});

test('models are listed', async () => {
  const client = await start();
  const ids: string[] = [];
  for await (const model of client.models.list()) ids.push(model.id);
  expect(ids).toEqual(['offline']);
});

test('bad requests are errors with code and field', async () => {
  const client = await start();
  await expect(
    client.chat.completions.create({ model: 'offline', messages: [] }),
  ).rejects.toMatchObject({
    name: 'Error',
    status: 400,
    code: 'invalid_request',
    param: 'messages',
    type: 'invalid_request_error',
  });
  await expect(client.embeddings.create({ model: 'm', input: 'x' })).rejects.toBeInstanceOf(
    OpenAI.NotFoundError,
  );
});

test('a scripted 429 is a rate limit with its headers, a scripted reset a lost connection', async () => {
  const $http = { status: 429, headers: { 'Retry-After': '7' } };
  const response = [{ $http }, { $http: { reset: true } }];
  const client = await start([{ purpose: '*', response, times: 2 }]);
  const limited = client.chat.completions.create(ASKED);
  await expect(limited).rejects.toBeInstanceOf(OpenAI.RateLimitError);
  await expect(limited).rejects.toMatchObject({ code: 'scripted' });
  const headers: Headers = await limited.catch((error) => error.headers);
  expect(headers.get('retry-after')).toBe('7');
  await expect(client.chat.completions.create(ASKED)).rejects.toBeInstanceOf(
    OpenAI.APIConnectionError,
  );
  const third = await client.chat.completions.create(ASKED);
  expect(JSON.parse(third.choices[0]!.message.content!)).toEqual(ANSWER);
});
