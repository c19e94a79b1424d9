import { afterEach, describe, expect, it } from 'vitest';
import type { Pace } from '../../../shared/model/send-once.ts';
import { eventually } from '../../support/eventually.ts';
import {
  type FakeModel,
  type FakeScript,
  type FakeStep,
  failing,
  saying,
  startFakeModel,
} from '../../support/fake-model.ts';
import { freePort } from '../../support/nats-server.ts';
import { asking, MemoryLog, modelsAt } from './given-models.ts';

let fake: FakeModel | undefined;
const ask = async (script: FakeScript, pace: Partial<Pace> = {}) => {
  fake = await startFakeModel(script);
  const log = new MemoryLog();
  return { asked: await modelsAt(fake.url, { log, pace }).ask(asking()), log, sent: fake.requests };
};
afterEach(async () => {
  await fake?.stop();
  fake = undefined;
});

const red = { colour: 'red' };
const thrice = (step: FakeStep): FakeScript => [step, step, step, saying(red)];

describe('a fault that does not pass', () => {
  const cases: [string, FakeStep, string][] = [
    [
      'a refused key',
      failing(401, { message: 'Incorrect key sk-sec***user' }),
      'MODEL_KEY_REFUSED',
    ],
    [
      'a forbidden one',
      failing(403, { message: 'Not for sk-secret-of-the-user' }),
      'MODEL_KEY_REFUSED',
    ],
    [
      'a model that is not there',
      failing(404, { message: 'no m1', code: 'model_not_found' }),
      'MODEL_UNKNOWN',
    ],
    [
      'a model without access',
      failing(403, { message: 'no m1', code: 'model_not_found' }),
      'MODEL_UNKNOWN',
    ],
    [
      'a model that a local server lacks',
      { status: 400, body: { error: 'model "m1" not found, try pulling it first' } },
      'MODEL_UNKNOWN',
    ],
    ['a wrong path', { status: 404, body: '404 page not found' }, 'MODEL_UNKNOWN'],
    [
      'an exhausted quota',
      failing(429, { message: 'You exceeded it.', code: 'insufficient_quota' }),
      'MODEL_QUOTA',
    ],
    ['an empty account', failing(402, { message: 'Insufficient Balance' }), 'MODEL_QUOTA'],
    [
      'a filtered prompt',
      failing(400, { message: 'no', code: 'content_filter' }),
      'MODEL_FILTERED',
    ],
    [
      'a question that is too long',
      failing(400, { message: 'no', code: 'context_length_exceeded' }),
      'MODEL_UNUSABLE',
    ],
    ['a method that is not allowed', { status: 405, body: '' }, 'MODEL_UNUSABLE'],
  ];
  for (const [name, step, code] of cases) {
    it(`is told at once: ${name}`, async () => {
      const { asked, log, sent } = await ask([step, saying(red)]);
      expect(asked).toMatchObject({ kind: 'failed', fault: { code }, spent: { calls: 0 } });
      expect(sent).toHaveLength(1);
      expect(log.of('model.failed')[0]).toMatchObject({
        model: 'm1',
        request: { model: 'm1' },
        error: { code, retryable: false, cure: expect.any(String) },
      });
      expect(JSON.stringify([asked, log.stored])).not.toContain('sk-s');
    });
  }
});

describe('a fault that may pass', () => {
  it('is tried again, and uses up no content try', async () => {
    for (const step of [
      failing(500, { message: 'oops' }),
      { status: 408, body: '' },
      { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>busy</html>' },
      { body: '' },
      { body: '{"choices":[{"mess' },
      { body: { error: { message: 'overloaded' } } },
      { body: { choices: [] } },
      { broken: 'reset' },
    ] satisfies FakeStep[]) {
      const { asked, sent } = await ask([step, step, saying(red)]);
      expect(asked).toMatchObject({ value: red, spent: { calls: 1 } });
      expect(sent).toHaveLength(3);
      await fake?.stop();
    }
  });

  const cases: [string, FakeStep, string][] = [
    ['500', failing(500, { message: 'model runner not found' }), 'MODEL_UNREACHABLE'],
    ['408', { status: 408, body: '' }, 'MODEL_TIMEOUT'],
    ['429', failing(429, { message: 'slow down' }), 'MODEL_RATE_LIMITED'],
    ['a reset', { broken: 'reset' }, 'MODEL_UNREACHABLE'],
    ['HTML', { body: '<html>busy</html>' }, 'MODEL_UNUSABLE'],
  ];
  for (const [name, step, code] of cases) {
    it(`is given up when it comes thrice: ${name}`, async () => {
      const { asked, sent } = await ask(thrice(step));
      expect(asked).toMatchObject({ kind: 'failed', fault: { code } });
      expect(sent).toHaveLength(3);
    });
  }

  it('quotes what another server said, and where it was', async () => {
    const { asked } = await ask(thrice({ status: 500, body: { detail: 'out of memory' } }));
    expect(asked).toMatchObject({
      fault: {
        facts: expect.stringMatching(/^m1 at 127\.0\.0\.1:\d+: status 500: out of memory\.$/),
      },
    });
  });

  it('never tells the key, not even a part of it at the end of what is quoted', async () => {
    for (const length of [370, 380, 385, 390, 3_970, 3_990]) {
      const message = `${'x'.repeat(length)} sk-secret-of-the-user`;
      const { asked, log } = await ask([{ status: 422, body: { message } }, saying(red)]);
      expect(asked.kind).toBe('failed');
      expect(JSON.stringify([asked, log.stored])).not.toContain('sk-s');
      await fake?.stop();
    }
  });

  it('is waited for as long as the endpoint says', async () => {
    const soon = failing(429, { message: 'slow down' }, { 'retry-after-ms': '1' });
    // A back-off of an hour would be given up: what the header says goes first.
    const { asked } = await ask([soon, soon, saying(red)], { backOffMs: 3_600_000 });
    expect(asked).toMatchObject({ value: red });
  });

  it('is given up when the endpoint wants to be left alone for longer', async () => {
    const { asked, log, sent } = await ask([
      failing(429, { message: 'slow down' }, { 'retry-after': '60' }),
      saying(red),
    ]);
    expect(asked).toMatchObject({ fault: { code: 'MODEL_RATE_LIMITED', retryAfterMs: 60_000 } });
    expect(log.of('model.failed')[0]?.error).toMatchObject({
      retryable: true,
      retryAfterMs: 60_000,
    });
    expect(sent).toHaveLength(1);
  });

  it('may be that nobody is there', async () => {
    const models = modelsAt(`http://127.0.0.1:${await freePort()}/v1`);
    expect(await models.ask(asking())).toMatchObject({
      fault: { code: 'MODEL_UNREACHABLE', facts: expect.stringContaining('ECONNREFUSED') },
    });
  });
});

describe('an endpoint that is slow', () => {
  for (const broken of ['silent', 'stall'] as const) {
    it(`is left after the time-out (${broken})`, async () => {
      const { asked, sent } = await ask([{ broken }, saying(red)], { timeoutMs: 100 });
      expect(asked).toMatchObject({ fault: { code: 'MODEL_TIMEOUT' } });
      expect(sent).toHaveLength(1);
    });
  }
});

describe('a process that closes', () => {
  it('waits no longer, and leaves its letter to the next', async () => {
    const waits: [FakeStep, Partial<Pace>][] = [
      [{ broken: 'stall' }, {}],
      [failing(500, { message: 'oops' }), { backOffMs: 9_000 }],
    ];
    for (const [step, pace] of waits) {
      const model = await startFakeModel(() => step);
      fake = model;
      const log = new MemoryLog();
      const closing = new AbortController();
      const asked = modelsAt(model.url, { log, pace, signal: closing.signal }).ask(asking());
      const outcome = expect(asked).rejects.toMatchObject({ code: 'BUS_UNREACHABLE' });
      await eventually(() => expect(model.requests).toHaveLength(1));
      closing.abort();
      await outcome;
      expect(log.stored).toEqual([]);
      await model.stop();
    }
  });

  it('asks nothing more', async () => {
    fake = await startFakeModel([]);
    const models = modelsAt(fake.url, { signal: AbortSignal.abort() });
    await expect(models.ask(asking())).rejects.toMatchObject({ code: 'BUS_UNREACHABLE' });
    expect(fake.requests).toHaveLength(0);
  });
});
