import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Client, connect, type TaskEvent } from '../../../shared/client/connect.ts';
import { NatsServer } from '../../support/nats-server.ts';
import { Roles } from '../../support/processes.ts';

const slowly = { steps: [{ id: 'a', tool: 'sleep', params: { ms: 20_000 } }] };
const asking = {
  steps: [
    { id: 'q', kind: 'ask' as const, description: 'Which city?' },
    { id: 'a', tool: 'noop', dependsOn: ['q'] },
  ],
};
const napping = { steps: [{ id: 'a', tool: 'sleep', params: { ms: 5 } }] };
const Nap = z.object({ a: z.object({ sleptMs: z.number() }) });

let nats: NatsServer;
let roles: Roles;
let client: Client;

beforeAll(async () => {
  nats = await NatsServer.start();
  roles = new Roles(nats.url, { LOOPWRIGHT_TOOLS: '' });
  await roles.startAll();
  client = await connect({ url: nats.url });
});
afterAll(async () => {
  await client.close();
  await roles.stop();
  await nats.stop();
});

/** A task that is under way, and what waits for it. */
async function underWay(): Promise<string> {
  const { id, created } = await client.submit('Sleep', { plan: slowly });
  expect(created).toBe(true);
  for await (const { event } of client.watch(id)) if (event.type === 'step.dispatched') break;
  return id;
}

describe('a task that a program runs', () => {
  it('completes, with data that its zod schema has typed', async () => {
    const told: TaskEvent[] = [];
    const task = await client.run('Sleep a little', {
      plan: napping,
      answerSchema: Nap,
      onEvent: (event) => told.push(event),
    });
    expect(task).toMatchObject({ status: 'completed', counts: { accepted: 1, total: 1 } });
    if (task.status !== 'completed') return;
    const { sleptMs } = task.data.a;
    expect(sleptMs).toBe(5);
    expect(task.answer).toContain('slept 5 ms');
    expect(task.decisions.length).toBeGreaterThan(0);
    expect(told.at(0)?.event.type).toBe('task.submitted');
    expect(told.at(-1)?.event.type).toBe('task.completed');
  });

  it('keeps its data to a JSON Schema too: an answer of another form is no answer', async () => {
    const answerSchema = { type: 'object', required: ['nowhere'] };
    const task = await client.run('Sleep a little', { plan: napping, answerSchema });
    expect(task).toMatchObject({ status: 'failed', answer: null, data: null });
  });

  it('fails with class, code, reason and cure', async () => {
    const task = await client.run('Fly', { plan: { steps: [{ id: 'a', tool: 'no_such_tool' }] } });
    expect(task).toMatchObject({
      status: 'failed',
      class: 'infeasible',
      code: 'UNKNOWN_TOOL',
      reason: expect.stringContaining('no_such_tool'),
      cure: expect.any(String),
    });
  });

  it('is cancelled by whoever knows its id, and says why', async () => {
    const id = await underWay();
    const waiting = client.wait(id);
    expect(await client.cancel(id, 'changed my mind')).toEqual({ id, status: 'cancelling' });
    expect(await waiting).toMatchObject({ id, status: 'cancelled', reason: 'changed my mind' });
    await expect(client.cancel(id)).rejects.toMatchObject({ code: 'TASK_ENDED' });
  });

  it('returns with its question, and goes on with the answer', async () => {
    const task = await client.run('Ask first', { plan: asking });
    expect(task).toMatchObject({ status: 'waiting', request: { question: 'Which city?' } });
    if (task.status !== 'waiting') return;
    expect((await client.get(task.id)).request?.requestId).toBe(task.request.requestId);
    await expect(client.answer(task.id, 'h9', 'Bern')).rejects.toMatchObject({
      code: 'REQUEST_UNKNOWN',
    });
    await client.answer(task.id, task.request.requestId, 'Bern', { text: 'Bern' });
    expect(await client.wait(task.id)).toMatchObject({ status: 'completed' });
  });

  it('is one task for two programs', async () => {
    const other = await connect({ url: nats.url });
    const options = { plan: napping, id: 'shared-task' };
    const [mine, theirs] = await Promise.all([
      client.run('Sleep a little', options),
      other.run('Sleep a little', options),
    ]);
    expect(mine).toEqual(theirs);
    expect(await other.submit('Sleep a little', options)).toEqual({
      id: 'shared-task',
      created: false,
    });
    await expect(other.run('Sleep more', options)).rejects.toMatchObject({ code: 'TASK_ID_TAKEN' });
    await other.close();
  });

  it('goes on when its waiting is aborted, and can be waited for again', async () => {
    const leaving = new AbortController();
    const id = 'left-alone';
    const waiting = client.run('Sleep', {
      plan: slowly,
      id,
      signal: leaving.signal,
      onEvent: ({ event }) => {
        if (event.type === 'step.dispatched') leaving.abort();
      },
    });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    expect((await client.get(id)).row.status).toBe('acting');
    await client.cancel(id);
    expect(await client.wait(id)).toMatchObject({ status: 'cancelled' });
  });

  it('is not even sent when its signal was aborted before', async () => {
    const signal = AbortSignal.abort();
    const ran = client.run('Sleep', { plan: napping, id: 'never-sent', signal });
    await expect(ran).rejects.toMatchObject({ name: 'AbortError' });
    await expect(client.wait('never-sent')).rejects.toMatchObject({ code: 'TASK_UNKNOWN' });
  });
});

describe('what a program may ask and say', () => {
  it('is a list in pages, one task, and the tools', async () => {
    const done = await client.run('Sleep a little', { plan: napping });
    const first = await client.list({ max: 1 });
    expect(first.tasks).toHaveLength(1);
    const second = await client.list({ max: 1, after: first.next });
    expect(second.tasks[0]?.id).not.toBe(first.tasks[0]?.id);
    const completed = await client.list({ status: 'completed' });
    expect(completed.tasks.every(({ status }) => status === 'completed')).toBe(true);
    const { row, steps, result } = await client.get(done.id);
    expect(row.status).toBe('completed');
    expect(steps[0]).toMatchObject({ id: 'a', tool: 'sleep', status: 'accepted' });
    expect(result).toMatchObject({ status: 'completed', answer: done.answer });
    expect((await client.tools()).map(({ declaration }) => declaration.name)).toContain('sleep');
  });

  it('is a pause, its end, and more of a limit', async () => {
    const id = await underWay();
    expect(await client.pause(id)).toMatchObject({ id });
    expect(await client.resume(id)).toMatchObject({ id });
    expect(await client.extend(id, 'steps', 5)).toMatchObject({ id });
    await client.cancel(id);
    await client.wait(id);
    const types: string[] = [];
    for await (const { event } of client.watch(id)) types.push(event.type);
    expect(types).toEqual(
      expect.arrayContaining(['task.pauseRequested', 'task.resumeRequested', 'limit.extended']),
    );
  });

  it.each([
    ['an id that is a wildcard', () => client.wait('*'), 'USAGE'],
    ['an id that is a wildcard, of a verb', () => client.get('a.b'), 'USAGE'],
    ['a task that is not there', () => client.wait('not-there'), 'TASK_UNKNOWN'],
    ['a task that is not there, of a verb', () => client.get('not-there'), 'TASK_UNKNOWN'],
    [
      'the events of a task that is not there',
      () => client.watch('not-there').next(),
      'TASK_UNKNOWN',
    ],
    ['an empty goal', () => client.run(''), 'SUBMISSION_INVALID'],
    ['no number of tasks', () => client.list({ max: 0 }), 'USAGE'],
    ['a limit that is none', () => client.extend('shared-task', 'stepz', 1), 'LIMIT_INVALID'],
    ['another server', () => connect({ url: 'nats://127.0.0.1:1' }), 'BUS_UNREACHABLE'],
    ['a namespace that is none', () => connect({ url: nats.url, namespace: 'A.*' }), 'USAGE'],
  ])('has a code and a cure when it is wrong: %s', async (_what, act, code) => {
    await expect(act()).rejects.toMatchObject({ name: 'Fault', code, cure: expect.any(String) });
  });

  it('finds nothing in a namespace that no role has run in', async () => {
    const stranger = await connect({ url: nats.url, namespace: 'elsewhere' });
    const unreachable = { code: 'ROLE_UNREACHABLE' };
    await expect(stranger.wait('t1')).rejects.toMatchObject(unreachable);
    await expect(stranger.run('Look')).rejects.toMatchObject(unreachable);
    await expect(stranger.tools()).rejects.toMatchObject(unreachable);
    await stranger.close();
  });

  it('ends with the client', async () => {
    const id = await underWay();
    const other = await connect({ url: nats.url, home: resolve('nowhere') });
    const waiting = other.wait(id);
    const refused = expect(waiting).rejects.toMatchObject({ code: 'BUS_UNREACHABLE' });
    await other.close();
    await refused;
    await expect(other.get(id)).rejects.toMatchObject({ code: 'BUS_UNREACHABLE' });
    await client.cancel(id);
  });
});
