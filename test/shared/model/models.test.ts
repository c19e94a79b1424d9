import { afterEach, describe, expect, it } from 'vitest';
import type { BlobRef } from '../../../shared/events/shapes.ts';
import {
  completionOf,
  type FakeModel,
  type FakeScript,
  saying,
  startFakeModel,
} from '../../support/fake-model.ts';
import { asking, MemoryLog, modelsAt } from './given-models.ts';

let fake: FakeModel;
const given = async (script: FakeScript, log = new MemoryLog()) => {
  fake = await startFakeModel(script);
  return { log, models: modelsAt(fake.url, { log }) };
};
afterEach(() => fake?.stop());

const red = { colour: 'red' };

describe('a question that is answered', () => {
  it('I3: gives the checked value, and what was said is in the log', async () => {
    const { models, log } = await given([saying(red)]);
    expect(await models.ask(asking())).toEqual({
      kind: 'answered',
      value: { colour: 'red', shade: 0 },
      spent: { calls: 1, inputTokens: 100, outputTokens: 20, costUsd: 0 },
    });
    expect(log.ids).toEqual(['t1/model.replied/n1.answer.q1']);
    expect(log.stored[0]?.event).toMatchObject({
      recipient: 'log',
      causationid: 't1/answer.requested/n1',
      data: {
        purpose: 'answer',
        question: 1,
        provider: 'openai',
        model: 'm1',
        promptVersion: '1',
        promptHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        request: { model: 'm1', messages: [{ role: 'system' }, { role: 'user' }] },
        raw: { id: 'c1' },
        value: red,
        finishReason: 'stop',
        usage: { inputTokens: 100, outputTokens: 20 },
        repairs: [],
      },
    });
  });

  it('asks in the form that every endpoint gets', async () => {
    const { models } = await given([saying(red)]);
    await models.ask(asking());
    const [{ body, path, headers }] = fake.requests as [(typeof fake.requests)[0]];
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe('Bearer sk-secret-of-the-user');
    expect(body.messages[0]?.content).toBe('loopwright/answer/1\nName a colour.');
    expect(JSON.parse(body.messages.at(-1)?.content ?? '')).toEqual(asking().question);
    expect(body).toMatchObject({
      model: 'm1',
      temperature: 0,
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: false } },
    });
  });

  it('sends no lone surrogate', async () => {
    const { models } = await given([saying(red)]);
    const question = { ...asking().question, results: {} };
    const spec = { ...question.spec, goal: 'half \ud83d of a smile' };
    await models.ask(asking({ question: { ...question, spec } }));
    const told = JSON.parse(fake.requests[0]?.body.messages.at(-1)?.content ?? '');
    expect(told.spec.goal).toBe('half \ufffd of a smile');
  });

  it('keeps large requests and replies outside of the event', async () => {
    const { models, log } = await given([saying({ ...red, talk: 'x'.repeat(100_000) })]);
    const context = 'y'.repeat(100_000);
    const spec = { ...asking().question.spec, context };
    const asked = await models.ask(asking({ question: { ...asking().question, spec } }));
    expect(asked.kind).toBe('answered');
    const [{ raw, value, request }] = log.of('model.replied') as unknown as [
      Record<string, BlobRef>,
    ];
    for (const part of [raw, value, request]) expect(part?.$blob).toMatch(/^blob\d$/);
  });
});

describe('a model that refuses', () => {
  it('is believed', async () => {
    const { models } = await given([saying({ refused: 'no such colour', cure: 'name another' })]);
    expect(await models.ask(asking())).toMatchObject({
      kind: 'refused',
      reason: 'no such colour',
      cure: 'name another',
      spent: { calls: 1 },
    });
  });

  it('is told apart from a filter', async () => {
    for (const step of [
      completionOf({ content: null, refusal: 'I will not.' }),
      completionOf({ content: '' }, { finish_reason: 'content_filter' }),
    ]) {
      const { models, log } = await given([step]);
      const asked = await models.ask(asking());
      expect(asked).toMatchObject({ kind: 'failed', fault: { code: 'MODEL_FILTERED' } });
      expect(log.of('model.failed')[0]?.error).toMatchObject({
        code: 'MODEL_FILTERED',
        retryable: false,
      });
      await fake.stop();
    }
  });
});

describe('a reply that is not usable', () => {
  it('is asked for again, with the error, its place, and what is allowed there', async () => {
    const { models, log } = await given([saying({ colour: 'blue' }), saying(red)]);
    expect(await models.ask(asking())).toMatchObject({
      kind: 'answered',
      spent: { calls: 2, inputTokens: 200, outputTokens: 40 },
    });
    const { messages } = fake.requests[1]?.body ?? { messages: [] };
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(messages[1]?.content).toMatch(/colour: .*"red"\|"green"/);
    expect(messages[2]?.content).toBe('{"colour":"blue"}');
    expect(JSON.parse(messages[3]?.content ?? '')).toEqual(asking().question);
    expect(log.ids).toEqual(['t1/model.replied/n1.answer.q1', 't1/model.replied/n1.answer.q2']);
    const [first, second] = log.of('model.replied');
    expect(first?.promptHash).toBe(second?.promptHash);
  });

  it('may be one that only the check refuses', async () => {
    const { models } = await given([saying(red), saying({ colour: 'green' })]);
    const check = ({ colour }: { colour: string }) => (colour === 'red' ? 'red is sold out' : null);
    expect(await models.ask(asking({ check }))).toMatchObject({ value: { colour: 'green' } });
    expect(fake.requests[1]?.body.messages[1]?.content).toContain('red is sold out');
  });

  it('is given up after three tries, and says what was wrong', async () => {
    const { models, log } = await given([saying('red'), saying(''), saying({ colour: 'blue' })]);
    const asked = await models.ask(asking());
    expect(asked).toMatchObject({
      kind: 'failed',
      fault: { code: 'MODEL_UNUSABLE', facts: expect.stringContaining('colour') },
      spent: { calls: 3 },
    });
    expect(log.of('model.replied').map(({ value }) => value)).toEqual([
      null,
      null,
      { colour: 'blue' },
    ]);
    expect(log.ids.at(-1)).toBe('t1/model.failed/n1.answer.q3');
  });

  it('is never read when it was truncated, though it would parse', async () => {
    const { models, log } = await given([
      saying(red, { finish_reason: 'length' }),
      saying({ colour: 'green' }),
    ]);
    expect(await models.ask(asking())).toMatchObject({ value: { colour: 'green' } });
    expect(log.of('model.replied')[0]).toMatchObject({ value: null, finishReason: 'length' });
  });
});

describe('an allowance', () => {
  it('that is used up leads to no request', async () => {
    const cases = [
      [{ modelCalls: 0 }, 'modelCalls'],
      [{ tokens: 0 }, 'tokens'],
    ] as const;
    const { models } = await given([]);
    for (const [part, limit] of cases) {
      const allowance = { ...asking().allowance, ...part };
      const asked = await models.ask(asking({ allowance, requestKey: limit }));
      expect(asked).toMatchObject({
        kind: 'failed',
        fault: { code: 'MODEL_BUDGET', facts: expect.stringContaining(limit) },
        spent: { calls: 0 },
      });
    }
    expect(fake.requests).toHaveLength(0);
  });

  it('counts the tries of one question', async () => {
    const { models } = await given(() => saying('no'));
    const allowance = { ...asking().allowance, modelCalls: 2 };
    expect(await models.ask(asking({ allowance }))).toMatchObject({
      fault: { code: 'MODEL_BUDGET' },
      spent: { calls: 2 },
    });
    expect(fake.requests).toHaveLength(2);
  });
});

describe('a purpose without a model', () => {
  it('fails with the variable to set, and without a request', async () => {
    const log = new MemoryLog();
    const asked = await modelsAt(null, { log }).ask(asking());
    expect(asked).toMatchObject({
      kind: 'failed',
      fault: { code: 'MODEL_MISSING', cure: expect.stringContaining('OPENAI_API_KEY') },
    });
    expect(log.ids).toEqual(['t1/model.failed/n1.answer.q1']);
  });
});
