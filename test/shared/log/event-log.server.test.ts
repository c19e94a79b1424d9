import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provision } from '../../../infra/provision.ts';
import { connectBus } from '../../../shared/bus/connect-bus.ts';
import { decisionsOf } from '../../../shared/bus/subjects.ts';
import type { LoopEvent } from '../../../shared/events/catalog.ts';
import { type Draft, newEvent } from '../../../shared/events/new-event.ts';
import { BlobStore } from '../../../shared/log/blob-store.ts';
import { EventLog } from '../../../shared/log/event-log.ts';
import { NatsServer } from '../../support/nats-server.ts';

let nats: NatsServer;
let connection: NatsConnection;
let log: EventLog;
const closing = new AbortController();

beforeAll(async () => {
  nats = await NatsServer.start();
  connection = await connectBus({ url: nats.url, creds: undefined, ca: undefined, name: 'test' });
  await provision(connection, 'lw');
  log = new EventLog(connection, 'lw', closing.signal);
});
afterAll(async () => {
  await connection.close();
  await nats.stop();
});

const cancel = (taskId: string, reason: string): Draft<'task.cancelRequested'> => ({
  type: 'task.cancelRequested',
  taskId,
  from: 'client',
  to: 'router',
  data: { reason, by: 'test' },
});
const adopted = (taskId: string, epoch: number): LoopEvent =>
  newEvent('lw', {
    type: 'task.adopted',
    taskId,
    key: `e${epoch}`,
    from: 'router',
    to: 'log',
    data: { epoch, instance: 'test' },
  }) as LoopEvent;

describe('the log', () => {
  it('I4: the first writer wins, and the second reads what the first wrote', async () => {
    const first = await log.append(cancel('t1', 'first'));
    const second = await log.append(cancel('t1', 'second'));
    expect(first.isMine).toBe(true);
    expect(second).toMatchObject({
      isMine: false,
      sequence: first.sequence,
      event: { data: { reason: 'first' } },
    });
  });

  it('reads a task oldest first, each id once', async () => {
    await log.append(cancel('t2', 'x'));
    await log.append({
      type: 'timer.fired',
      taskId: 't2',
      key: 'deadline-0',
      from: 'timer',
      to: 'router',
      data: { timerId: 'deadline-0', dueAt: '2026-01-01T00:00:00.000Z' },
    });
    const { event } = await log.append(cancel('t2', 'again'));
    const history = await log.readTask('t2');
    expect(history.map(({ event: { type } }) => type)).toEqual([
      'task.cancelRequested',
      'timer.fired',
    ]);
    expect(event.id).toBe(history[0]?.event.id);
  });

  it('reads more events than one page holds', async () => {
    const events = Array.from({ length: 1_300 }, (_, epoch) => adopted('t3', epoch));
    for (let at = 0; at < events.length; at += 650) {
      const history = await log.readTask('t3');
      const sequence = history.at(-1)?.sequence ?? 0;
      await log.appendTogether(events.slice(at, at + 650), {
        subject: decisionsOf('lw', 't3'),
        sequence,
      });
    }
    expect(await log.readTask('t3')).toHaveLength(1_300);
  });

  it('refuses a decision under a stale sequence, and a duplicate of one', async () => {
    const expectation = { subject: decisionsOf('lw', 't4'), sequence: 0 };
    const sequence = await log.appendExpecting(adopted('t4', 1), expectation);
    await expect(log.appendExpecting(adopted('t4', 2), expectation)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await expect(
      log.appendExpecting(adopted('t4', 1), { ...expectation, sequence }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(
      await log.appendExpecting(adopted('t4', 3), { ...expectation, sequence }),
    ).toBeGreaterThan(sequence);
  });

  it('stores all of a batch or nothing of it', async () => {
    const batch = [adopted('t5', 1), adopted('t5', 2), adopted('t5', 3)];
    await expect(
      log.appendTogether(batch, { subject: decisionsOf('lw', 't5'), sequence: 999 }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await log.readTask('t5')).toEqual([]);
    const last = await log.appendTogether(batch, { subject: decisionsOf('lw', 't5'), sequence: 0 });
    expect((await log.readTask('t5')).map(({ sequence }) => sequence)).toEqual([
      last - 2,
      last - 1,
      last,
    ]);
  });

  it('refuses an event that the server cannot take, and says so', async () => {
    await expect(log.append(cancel('t6', 'x'.repeat(1_100_000)))).rejects.toMatchObject({
      code: 'EVENT_TOO_LARGE',
    });
  });

  it('stores once what was appended during an outage', async () => {
    await nats.kill();
    const appended = log.append(cancel('t7', 'patience'));
    await nats.launch();
    expect(await appended).toMatchObject({ event: { data: { reason: 'patience' } } });
    expect(await log.readTask('t7')).toHaveLength(1);
  });

  it('passes over what is no event, and over a server answer that was aimed at it', async () => {
    await log.append(cancel('t8', 'x'));
    await connection.jetstream().publish('lw.ev.client.router.t8', 'garbage');
    connection.publish(
      '$JS.API.DIRECT.GET.lw-EVENTS',
      JSON.stringify({ last_by_subj: 'lw.ev.client.router.t1' }),
      { reply: 'lw.ev.planner.router.t8' },
    );
    await connection.flush();
    await log.append({
      type: 'timer.fired',
      taskId: 't8',
      key: 'x',
      from: 'timer',
      to: 'router',
      data: { timerId: 'x', dueAt: '2026-01-01T00:00:00.000Z' },
    });
    expect((await log.readTask('t8')).map(({ event }) => event.type)).toEqual([
      'task.cancelRequested',
      'timer.fired',
    ]);
  });
});

describe('the blob store', () => {
  it('keeps small values inline and large ones outside, and gives both back', async () => {
    const blobs = new BlobStore(connection, 'lw');
    const small = { a: 1 };
    expect(await blobs.outline('t9', small, 's')).toBe(small);
    const large = { text: '大'.repeat(40_000) };
    const reference = await blobs.outline('t9', large, 'a summary');
    expect(reference).toMatchObject({ summary: 'a summary', size: expect.any(Number) });
    expect(await blobs.outline('t9', large, 'a summary')).toEqual(reference);
    expect(await blobs.inline(reference)).toEqual(large);
    expect(await blobs.inline(small)).toBe(small);
  });
});
