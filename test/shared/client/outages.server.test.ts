import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, connect, type TaskEvent } from '../../../shared/client/connect.ts';
import { BusClient } from '../../support/bus-client.ts';
import { NatsServer } from '../../support/nats-server.ts';
import { Roles } from '../../support/processes.ts';

const napFor = (ms: number) => ({ steps: [{ id: 'a', tool: 'sleep', params: { ms } }] });

let nats: NatsServer;
let roles: Roles;
let client: Client;

beforeAll(async () => {
  nats = await NatsServer.start();
  roles = new Roles(nats.url);
  for (const role of ['planner', 'executor', 'observer'] as const) await roles.start(role);
  client = await connect({ url: nats.url });
});
afterAll(async () => {
  await client.close();
  await roles.stop();
  await nats.stop();
});

describe('a client, whatever is away', () => {
  it('hands a task in while no router runs, and has its result once one does', async () => {
    const { id, created } = await client.submit('Sleep a little', { plan: napFor(5) });
    expect(created).toBeNull();
    const waiting = client.wait(id);
    const running = client.run('Sleep a little', { plan: napFor(5) });
    await roles.start('feedback-router');
    expect(await waiting).toMatchObject({ id, status: 'completed' });
    expect(await running).toMatchObject({ status: 'completed' });
  });

  it('is told that an id is taken, also when no router can say so', async () => {
    await client.run('Sleep a little', { plan: napFor(5), id: 'taken' });
    const router = roles.of('feedback-router');
    await router.kill();
    const again = { plan: napFor(5), id: 'taken' };
    expect(await client.run('Sleep a little', again)).toMatchObject({ status: 'completed' });
    const other = client.run('Sleep more', again);
    await expect(other).rejects.toMatchObject({ code: 'TASK_ID_TAKEN' });
    await router.start();
  });

  it('I1: tells every event once, in order, over a crash of the server', async () => {
    const { id } = await client.submit('Sleep', { plan: napFor(1_000) });
    const told: TaskEvent[] = [];
    let restarted: Promise<void> | undefined;
    for await (const event of client.watch(id)) {
      told.push(event);
      if (event.event.type !== 'step.dispatched') continue;
      await nats.kill();
      restarted = nats.launch();
    }
    await restarted;
    expect(told.at(-1)?.event.type).toBe('task.completed');
    const reader = await BusClient.open(nats.url);
    const history = await reader.history(id, true);
    await reader.close();
    const idsOf = (events: readonly { event: { id: string } }[]) => events.map((e) => e.event.id);
    expect(idsOf(told)).toEqual(idsOf(history).slice(0, told.length));
    expect(told.map(({ sequence }) => sequence)).toEqual(
      told.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
    );
  });

  it('waits for the result over an outage that began before', async () => {
    const { id } = await client.submit('Sleep', { plan: napFor(1_000) });
    await nats.kill();
    const waiting = client.wait(id);
    await nats.launch();
    expect(await waiting).toMatchObject({ id, status: 'completed' });
  });
});
