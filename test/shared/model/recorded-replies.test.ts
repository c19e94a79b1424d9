// I3: a reply that is in the log is used from there.
import { afterEach, describe, expect, it } from 'vitest';
import {
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
afterEach(() => fake.stop());

const red = { colour: 'red' };
const nothing = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

describe('a suspect letter', () => {
  it('I3: uses the recorded reply, without a request, and tells what it had cost', async () => {
    const { models } = await given([saying(red)]);
    const first = await models.ask(asking());
    const second = await models.ask(asking({ isSuspect: true }));
    expect(second).toMatchObject({ kind: 'answered', spent: first.spent });
    expect(first).toMatchObject({ value: red });
    expect(second).toMatchObject({ value: red });
    expect(fake.requests).toHaveLength(1);
  });

  it('goes on after the tries that were recorded', async () => {
    const { models, log } = await given([saying('no'), saying(red)]);
    const allowance = { ...asking().allowance, modelCalls: 1 };
    await models.ask(asking({ allowance }));
    expect(await models.ask(asking({ isSuspect: true }))).toMatchObject({
      kind: 'answered',
      spent: { calls: 2 },
    });
    expect(fake.requests[1]?.body.messages[2]?.content).toBe('no');
    expect(log.of('model.replied').map(({ question }) => question)).toEqual([1, 2]);
  });

  it('reads a large reply back from its blob', async () => {
    const { models } = await given([saying({ ...red, talk: 'x'.repeat(100_000) })]);
    await models.ask(asking());
    expect(await models.ask(asking({ isSuspect: true }))).toMatchObject({ value: red });
    expect(fake.requests).toHaveLength(1);
  });

  it('asks again when the blob of its reply is gone', async () => {
    const { models, log } = await given([
      saying({ ...red, talk: 'x'.repeat(100_000) }),
      saying(red),
    ]);
    await models.ask(asking());
    log.outlined.clear();
    expect(await models.ask(asking({ isSuspect: true }))).toMatchObject({ value: red });
    expect(log.of('model.replied').map(({ question }) => question)).toEqual([1, 2]);
  });

  it('asks once more where only a failure was recorded', async () => {
    const { models } = await given([{ status: 404, body: 'gone' }, saying(red)]);
    expect(await models.ask(asking())).toMatchObject({ fault: { code: 'MODEL_UNKNOWN' } });
    expect(await models.ask(asking({ isSuspect: true }))).toMatchObject({ value: red });
  });

  it('needs no model for what is recorded', async () => {
    const { models, log } = await given([saying(red)]);
    await models.ask(asking());
    const without = modelsAt(null, { log });
    expect(await without.ask(asking({ isSuspect: true }))).toMatchObject({ value: red });
  });
});

describe('the same question in a later request', () => {
  const later = asking({ isSuspect: true, requestKey: 'n2' });

  it('is answered from the log', async () => {
    const { models, log } = await given([saying('no'), saying(red)]);
    await models.ask(asking());
    expect(await models.ask(later)).toMatchObject({ value: red, spent: nothing });
    expect(log.ids).toHaveLength(2);
  });

  it('is asked anew when nothing usable was said, or when it is another question', async () => {
    const { models } = await given([
      saying({ refused: 'no' }),
      saying(red),
      saying(red),
      saying(red),
    ]);
    await models.ask(asking());
    expect(await models.ask(later)).toMatchObject({ value: red, spent: { calls: 1 } });
    const prompt = { version: '2', text: 'Name a colour.' };
    await models.ask(asking({ isSuspect: true, requestKey: 'n3', prompt }));
    await models.ask({ ...later, requestKey: 'n4', taskId: 't2' });
    expect(fake.requests).toHaveLength(4);
  });
});

describe('two writers of one reply', () => {
  it('I4: go on from the one that was first', async () => {
    const { models } = await given([saying(red), saying({ colour: 'green' })]);
    await models.ask(asking());
    const asked = await models.ask(asking());
    expect(asked).toMatchObject({ value: red, spent: { calls: 1 } });
    expect(fake.requests).toHaveLength(2);
  });

  it('I4: also of one failure', async () => {
    const { models } = await given([
      { status: 404, body: 'gone' },
      { status: 403, body: 'no' },
    ]);
    await models.ask(asking());
    expect(await models.ask(asking())).toMatchObject({ fault: { code: 'MODEL_UNKNOWN' } });
  });
});
