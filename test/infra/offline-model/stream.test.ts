// Server-sent events: their pieces make up what the reply without a stream says.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type OfflineModel,
  startOfflineModel,
} from '../../../infra/offline-model/offline-model.ts';
import { ask, echo, FORCED, question, send, startModel } from './ask-model.ts';

type Chunk = {
  id: string;
  object: string;
  choices: {
    delta: { role?: string; content?: string; reasoning_content?: string; tool_calls?: Call[] };
    finish_reason: string | null;
  }[];
  usage?: unknown;
};
type Call = { index: number; id?: string; function?: { name?: string; arguments: string } };

let model: OfflineModel;
beforeAll(async () => {
  model = await startOfflineModel({ answer: echo });
});
afterAll(() => model.close());

/** The chunks before `[DONE]`. */
async function stream(url: string, body: object): Promise<Chunk[]> {
  const response = await send(url, { ...body, stream: true });
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events = (await response.text()).split('\n\n');
  expect(events.splice(-2)).toEqual(['data: [DONE]', '']);
  return events.map((event) => JSON.parse(event.replace(/^data: /, '')) as Chunk);
}

const deltasOf = (chunks: Chunk[]) => chunks.map((chunk) => chunk.choices[0]!.delta);

test('the pieces of the content make up the answer, whatever characters it has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 120 }), async (goal) => {
      const chunks = await stream(model.url, question('plan', { goal }));
      const content = deltasOf(chunks).map((delta) => delta.content ?? '');
      expect(JSON.parse(content.join(''))).toEqual({ purpose: 'plan', document: { goal } });
      expect(content.every((piece) => !/\p{Surrogate}/u.test(piece))).toBe(true);
      expect(content.length).toBeGreaterThan(2);
    }),
    { numRuns: 30 },
  );
});

test('the role comes first, the reason of the end last, and no usage unasked', async () => {
  const chunks = await stream(model.url, question('plan', {}));
  expect(chunks[0]!.choices[0]).toMatchObject({ delta: { role: 'assistant', content: '' } });
  expect(chunks.map((chunk) => chunk.choices[0]!.finish_reason)).toEqual([
    ...chunks.slice(1).map(() => null),
    'stop',
  ]);
  expect(new Set(chunks.map(({ id, object }) => `${id} ${object}`)).size).toBe(1);
  expect(chunks[0]).toMatchObject({ object: 'chat.completion.chunk' });
  expect(chunks[0]).not.toHaveProperty('usage');
});

test('the usage comes in a chunk of its own when it is asked for', async () => {
  const asked = { ...question('plan', {}), stream_options: { include_usage: true } };
  const chunks = await stream(model.url, asked);
  const { body } = await ask(model.url, asked);
  expect(chunks.pop()).toMatchObject({ choices: [], usage: body.usage });
  expect(chunks.every(({ usage }) => usage === null)).toBe(true);
});

test('the arguments of a forced tool call come in pieces with one index', async () => {
  const chunks = await stream(model.url, {
    ...question('plan', { a: '天'.repeat(40) }),
    ...FORCED,
  });
  const calls = deltasOf(chunks).flatMap((delta) => delta.tool_calls ?? []);
  expect(calls[0]).toMatchObject({
    index: 0,
    type: 'function',
    function: { name: 'reply', arguments: '' },
  });
  expect(calls.length).toBeGreaterThan(3);
  expect(calls.slice(1).every((call) => call.index === 0 && call.id === undefined)).toBe(true);
  const text = calls.map((call) => call.function!.arguments).join('');
  expect(JSON.parse(text)).toMatchObject({ document: { a: '天'.repeat(40) } });
  expect(chunks.at(-1)!.choices[0]!.finish_reason).toBe('tool_calls');
});

test('a scripted choice is streamed with its reasoning, odd calls and end', async () => {
  const $choice = {
    reasoning_content: 'Let me think about this for a while.',
    refusal: 'No.',
    tool_calls: [{ id: 'a', function: { name: 'x' } }, {}],
    finish_reason: 'length',
  };
  const { url } = await startModel([{ purpose: '*', response: { $choice, $usage: null } }]);
  const asked = { ...question('plan', {}), stream_options: { include_usage: true } };
  const chunks = await stream(url, asked);
  const deltas = deltasOf(chunks);
  expect(deltas[0]).toEqual({ role: 'assistant', content: null });
  expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe(
    $choice.reasoning_content,
  );
  expect(deltas).toContainEqual({ refusal: 'No.' });
  expect(deltas.flatMap((delta) => delta.tool_calls ?? [])).toEqual([
    { index: 0, id: 'a', function: { name: 'x' } },
    { index: 1 },
  ]);
  expect(chunks.at(-1)).toMatchObject({ choices: [{ finish_reason: 'length' }] });
});
