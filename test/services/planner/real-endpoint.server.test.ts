import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventsOf, SampleSystem } from '../../support/sample-system.ts';

const KEY = 'key-that-nobody-may-see';

type Asked = { readonly purpose: string; readonly model: string; readonly authorization: string };

const asked: Asked[] = [];
let server: Server;
let system: SampleSystem;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/** Somebody's own endpoint: it wants a key, and thinks what the offline model thinks. */
beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const text = await bodyOf(request);
      const { model, messages } = JSON.parse(text) as {
        model: string;
        messages: { content: string }[];
      };
      const purpose = messages[0]?.content.split('/')[1] ?? '';
      asked.push({ purpose, model, authorization: request.headers.authorization ?? '' });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${system.modelUrl}/chat/completions`, {
        method: 'POST',
        headers,
        body: text,
      });
      // A careless server that tells back what it was sent.
      const said = (await answer.text()).replace('"created":0', `"created":0,"echo":"${KEY}"`);
      response.writeHead(answer.status, headers).end(said);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  system = await SampleSystem.start(
    {},
    {
      OPENAI_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      OPENAI_API_KEY: KEY,
      LOOPWRIGHT_MODEL: 'large',
      LOOPWRIGHT_MODEL_ACT: 'small',
    },
  );
});
afterAll(async () => {
  await system.stop();
  server.close();
});

it('takes the place of the offline model by its variables alone, a model for each purpose', async () => {
  const run = await system.run('查一下2027年3月12日北京的天气，顺便指导下穿什么合适');
  expect(run.view.row.status).toBe('completed');
  expect(asked.map(({ purpose, model }) => [purpose, model])).toEqual([
    ['specify', 'large'],
    ['plan', 'large'],
    ['act', 'small'],
    ['reason', 'large'],
    ['answer', 'large'],
  ]);
  expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${KEY}`]),
  );
  const replies = eventsOf(run, 'model.replied');
  expect(replies.map(({ provider, model }) => `${provider} ${model}`)).toContain('openai small');
  const spent = replies.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0);
  const { calls, inputTokens, outputTokens } = run.view.row.usage;
  expect([calls, inputTokens + outputTokens]).toEqual([5, spent]);
});

it('never tells the key to the log, nor to what the roles print', async () => {
  const { events } = await system.run('查一下2027年3月13日北京的天气');
  expect(JSON.stringify(events)).not.toContain(KEY);
  expect(system.roles.all.map(({ log }) => log).join('')).not.toContain(KEY);
});
