import { createServer } from 'node:net';
import type { NatsConnection } from 'nats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provision } from '../../infra/provision.ts';
import { provisionDurable } from '../../infra/provision-durable.ts';
import { executorPlan } from '../../infra/streams.ts';
import { connectBus } from '../../shared/bus/connect-bus.ts';
import { freePort, NatsServer } from '../support/nats-server.ts';

let nats: NatsServer;
let connection: NatsConnection;
let namespaces = 0;

beforeAll(async () => {
  nats = await NatsServer.start();
  connection = await connectBus({ url: nats.url, creds: undefined, ca: undefined, name: 'test' });
});
afterAll(async () => {
  await connection.close();
  await nats.stop();
});

const freshNamespace = (): string => {
  namespaces += 1;
  return `p${namespaces}`;
};

describe('provisioning', () => {
  it('makes streams, durables, buckets and the object store, and again changes nothing', async () => {
    const ns = freshNamespace();
    const { jsm } = await provision(connection, ns);
    await provision(connection, ns);
    const streams: string[] = [];
    for await (const { config } of jsm.streams.list())
      if (config.name.includes(`${ns}-`)) streams.push(config.name);
    expect(streams.toSorted()).toEqual(
      [
        `KV_${ns}-leases`,
        `KV_${ns}-tasks`,
        `KV_${ns}-tools`,
        `OBJ_${ns}-blobs`,
        `${ns}-ARCHIVE`,
        `${ns}-DLQ`,
        `${ns}-EVENTS`,
        `${ns}-TASKS`,
        `${ns}-TIMERS`,
      ].toSorted(),
    );
    const durables: string[] = [];
    for await (const { name } of jsm.consumers.list(`${ns}-EVENTS`)) durables.push(name);
    expect(durables.toSorted()).toEqual(['executor-default', 'index', 'observer', 'planner']);
  });

  it('is safe for many processes at once', async () => {
    const ns = freshNamespace();
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () => provision(connection, ns)),
    );
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'fulfilled'));
  });

  it.each([
    ['a limit on age', { max_age: 3_600_000_000_000 }, 'forgets events'],
    ['old events discarded', { discard: 'old' }, 'discard is old, not new'],
    ['memory storage', { storage: 'memory' }, 'storage is memory, not file'],
    ['deletion allowed', { deny_delete: false }, 'deny_delete'],
    ['a short duplicate window', { duplicate_window: 1_000_000_000 }, 'duplicate_window'],
    ['no atomic batches', { allow_atomic: false }, 'allow_atomic'],
  ])('refuses an existing log that is weaker: %s', async (_name, weaker, told) => {
    const ns = freshNamespace();
    const jsm = await connection.jetstreamManager();
    const strong = {
      name: `${ns}-EVENTS`,
      subjects: [`${ns}.ev.>`],
      discard: 'new',
      deny_delete: true,
      deny_purge: true,
      allow_atomic: true,
      allow_direct: true,
    };
    await jsm.streams.add({ ...strong, ...weaker } as never);
    await expect(provision(connection, ns)).rejects.toMatchObject({
      code: 'STREAM_WEAKER',
      facts: expect.stringContaining(told),
    });
  });

  it('refuses a durable that is gone from a log with history', async () => {
    const ns = freshNamespace();
    const { jsm } = await provision(connection, ns);
    await connection.jetstream().publish(`${ns}.ev.client.router.t1`, 'x');
    await jsm.consumers.delete(`${ns}-EVENTS`, 'planner');
    await expect(provision(connection, ns)).rejects.toMatchObject({ code: 'CONSUMER_MISSING' });
  });

  it('lets a new pool begin with the work that waits for it', async () => {
    const ns = freshNamespace();
    const { jsm, leases } = await provision(connection, ns);
    await connection.jetstream().publish(`${ns}.ev.router.executor-gpu.t1`, 'x');
    const { num_pending: pending } = await provisionDurable(jsm, leases, executorPlan(ns, 'gpu'));
    expect(pending).toBe(1);
  });
});

describe('connecting', () => {
  it('tells that no server answers, and how to get one', async () => {
    const url = `nats://127.0.0.1:${await freePort()}`;
    const refused = connectBus({
      url,
      creds: undefined,
      ca: undefined,
      name: 'test',
      patienceMs: 500,
    });
    await expect(refused).rejects.toMatchObject({
      code: 'BUS_UNREACHABLE',
      cure: expect.stringContaining('NATS_URL'),
    });
  });

  it('refuses a server older than 2.12', async () => {
    const info = {
      server_id: 'X',
      version: '2.9.10',
      proto: 1,
      headers: true,
      max_payload: 1_048_576,
    };
    const old = createServer((socket) => {
      socket.write(`INFO ${JSON.stringify(info)}\r\n`);
      socket.on('data', () => socket.write('PONG\r\n'));
      socket.on('error', () => undefined);
    });
    const port = await freePort();
    await new Promise<void>((done) => old.listen(port, '127.0.0.1', done));
    try {
      const refused = connectBus({
        url: `nats://127.0.0.1:${port}`,
        creds: undefined,
        ca: undefined,
        name: 'test',
        patienceMs: 2_000,
      });
      await expect(refused).rejects.toMatchObject({
        code: 'SERVER_TOO_OLD',
        facts: expect.stringContaining('2.9.10'),
      });
    } finally {
      await new Promise((done) => old.close(done));
    }
  });
});
