import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BusClient } from '../support/bus-client.ts';
import { eventually } from '../support/eventually.ts';
import { RunningSystem } from '../support/running-system.ts';
import { expectWholeTask } from '../support/verified.ts';

let system: RunningSystem;
let client: BusClient;

beforeAll(async () => {
  system = await RunningSystem.start({
    LOOPWRIGHT_TOOLS: resolve('dist/test/support/odd-tools.js'),
  });
  ({ client } = system);
});
afterAll(() => system.stop());

type Step = {
  id: string;
  tool: string;
  params?: Record<string, unknown>;
  dependsOn?: string[];
  expect?: string[];
};
const run = (steps: Step[], more: object = {}): Promise<string> =>
  client.submit({ plan: { steps }, ...more });
const types = async (id: string): Promise<string[]> =>
  (await client.history(id)).map(({ event }) => event.type);

describe('a result that is not good', () => {
  it('is tried again by the executor while it is transient, and each failed try is recorded', async () => {
    const id = await run([{ id: 'a', tool: 'flaky', params: { key: 'flaky' } }]);
    await expectWholeTask(client, id, 1);
    expect((await types(id)).filter((type) => type === 'step.attemptFailed')).toHaveLength(2);
  });

  it('is called again later by a timer when the tool asks for a long wait', async () => {
    const id = await run([{ id: 'a', tool: 'patient', params: { key: 'patient' } }]);
    const view = await expectWholeTask(client, id, 1);
    expect(view.steps[0]?.attempt).toBe(2);
    expect(await types(id)).toContain('timer.fired');
  });

  it('is called again when parameters are right and the answer is wrong', async () => {
    const id = await run([{ id: 'a', tool: 'liar', params: { city: 'Here', key: 'liar' } }]);
    const view = await expectWholeTask(client, id, 1);
    expect(view.steps[0]?.attempt).toBe(2);
  });

  it('ends in a question to a person after three rejected verdicts, and goes on as the person says', async () => {
    const id = await run(
      [
        { id: 'a', tool: 'stubborn', params: { city: 'Here', key: 'stubborn' } },
        { id: 'b', tool: 'fine', dependsOn: ['a'] },
      ],
      { limits: { sameError: 20 } },
    );
    const waiting = await client.until(id, ['waiting']);
    expect(waiting.request).toMatchObject({
      kind: 'escalation',
      answers: ['approve', 'edit', 'skip', 'abort'],
    });
    const wrong = await client.request('answer', {
      id,
      requestId: waiting.request?.requestId,
      answer: 'perhaps',
    });
    expect(wrong.error?.code).toBe('REQUEST_UNKNOWN');
    const right = await client.request('answer', {
      id,
      requestId: waiting.request?.requestId,
      answer: 'skip',
    });
    expect(right.ok).toBe(true);
    const view = await client.ended(id);
    expect(view.row.counts).toEqual({ accepted: 0, failed: 0, skipped: 2, cancelled: 0, total: 2 });
  });

  it('fails the step for good when nobody can correct it, skips what depends on it, and lets the rest go on', async () => {
    const id = await run([
      { id: 'bad', tool: 'cyclic' },
      { id: 'after', tool: 'fine', dependsOn: ['bad'] },
      { id: 'apart', tool: 'fine' },
    ]);
    const view = await client.ended(id);
    expect(view.row.status).toBe('failed');
    expect(view.result?.data).toMatchObject({ code: 'INVALID_RESULT' });
    expect(view.steps.map(({ id: step, status }) => [step, status])).toEqual([
      ['bad', 'failed'],
      ['after', 'skipped'],
      ['apart', 'accepted'],
    ]);
  });

  it('times out for real, and says so', async () => {
    const id = await run([{ id: 'a', tool: 'slow' }]);
    const view = await client.ended(id);
    expect(view.result?.data).toMatchObject({ code: 'TIMEOUT' });
  });
});

describe('a call that may happen only once', () => {
  it('I6: is never made again when it timed out and no probe can tell; a person decides', async () => {
    const id = await run([{ id: 'a', tool: 'charge' }]);
    const waiting = await client.until(id, ['waiting']);
    expect(waiting.request).toMatchObject({
      kind: 'escalation',
      answers: ['approve', 'retry', 'skip', 'abort'],
    });
    expect((await types(id)).filter((type) => type === 'step.dispatched')).toHaveLength(1);
    await client.request('answer', {
      id,
      requestId: waiting.request?.requestId,
      answer: 'approve',
    });
    await expectWholeTask(client, id, 1);
  });
});

describe('results between steps', () => {
  it('are read by bindings, and recorded with their values', async () => {
    const id = await run([
      { id: 'a', tool: 'fine', params: { rows: [{ n: 3 }, { n: 1 }] } },
      {
        id: 'b',
        tool: 'fine',
        params: {
          least: { $pick: { from: 'a.got.rows', sortBy: 'n', take: 'n' } },
          sum: { $: '$sum(a.got.rows.n)' },
        },
      },
    ]);
    const view = await expectWholeTask(client, id, 2);
    expect(view.steps[1]?.params).toEqual({ least: 1, sum: 4 });
    expect(view.steps[1]?.dependsOn).toEqual(['a']);
  });

  it('go through the object store when they are large', async () => {
    const id = await run([
      { id: 'a', tool: 'large' },
      { id: 'b', tool: 'fine', params: { count: { $: '$count(a.rows)' } } },
    ]);
    const view = await expectWholeTask(client, id, 2);
    expect(view.steps[1]?.params).toEqual({ count: 4_000 });
    const executed = (await client.history(id)).find(({ event }) => event.type === 'step.executed');
    expect(JSON.stringify(executed?.event).length).toBeLessThan(20_000);
  });

  it('that a binding cannot find end the task with the reason', async () => {
    const id = await run([
      { id: 'a', tool: 'fine', params: { rows: [] } },
      { id: 'b', tool: 'fine', params: { x: { $pick: { from: 'a.got.rows', take: 'n' } } } },
    ]);
    const view = await client.ended(id);
    expect(view.result?.data).toMatchObject({ code: 'BINDING_EMPTY' });
  });
});

describe('limits and cancelling', () => {
  it('stops at the deadline, waits for a person, and goes on with more time', async () => {
    const id = await client.submit({
      plan: { steps: [{ id: 'a', tool: 'patient', params: { key: 'deadline' } }] },
      limits: { deadlineMs: 1_000 },
    });
    await eventually(async () => expect((await client.view(id))?.request?.kind).toBe('limit'));
    expect(await types(id)).toContain('limit.reached');
    await client.request('extend', { id, limit: 'deadlineMs', grant: 60_000 });
    await expectWholeTask(client, id, 1);
  });

  it('adds granted time to a deadline that still lies ahead', async () => {
    const id = await run([{ id: 'a', tool: 'patient', params: { key: 'ahead' } }]);
    expect((await client.request('extend', { id, limit: 'deadlineMs', grant: 1_000 })).ok).toBe(
      true,
    );
    await expectWholeTask(client, id, 1);
    expect(await types(id)).not.toContain('limit.reached');
  });

  it('calls again when a person grants more of the same error', async () => {
    const id = await run([{ id: 'a', tool: 'fine', params: {}, expect: ['data.ok = true'] }]);
    const waiting = await client.until(id, ['waiting']);
    const dispatches = (await types(id)).filter((type) => type === 'step.dispatched').length;
    await client.request('answer', {
      id,
      requestId: waiting.request?.requestId,
      answer: 'continue',
    });
    await eventually(async () => {
      const now = (await types(id)).filter((type) => type === 'step.dispatched').length;
      expect(now).toBe(dispatches + 1);
    });
  });

  it('ends a task whose letters grow too large as failed, in the index too', async () => {
    const rows = Array.from({ length: 7 }, (_, n) => ({
      id: `s${n}`,
      tool: 'large',
      params: { n },
    }));
    const all = { $: `[${rows.map(({ id: step }) => `${step}.rows`).join(', ')}]` };
    const id = await run([...rows, { id: 'z', tool: 'fine', params: { all } }]);
    const view = await client.ended(id);
    expect(view.result?.data).toMatchObject({ code: 'EVENT_TOO_LARGE', row: { status: 'failed' } });
  });

  it('cancels at once, and aborts what is running', async () => {
    const id = await run([
      { id: 'a', tool: 'slow' },
      { id: 'b', tool: 'fine', dependsOn: ['a'] },
    ]);
    const reply = await client.request('cancel', { id, reason: 'changed my mind' });
    expect(reply.ok).toBe(true);
    const view = await client.ended(id);
    expect(view.result?.data).toMatchObject({ reason: 'changed my mind' });
    expect(view.row.counts.total).toBe(view.row.counts.cancelled);
    const again = await client.request('cancel', { id });
    expect(again.error?.code).toBe('TASK_ENDED');
  });

  it('pauses and resumes', async () => {
    const id = await run([
      { id: 'a', tool: 'patient', params: { key: 'pause' } },
      { id: 'b', tool: 'fine', dependsOn: ['a'] },
    ]);
    expect((await client.request('pause', { id })).ok).toBe(true);
    expect((await client.until(id, ['waiting'])).row.status).toBe('waiting');
    expect((await client.request('resume', { id })).ok).toBe(true);
    await expectWholeTask(client, id, 2);
  });
});
