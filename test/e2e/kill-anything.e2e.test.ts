import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BusClient } from '../support/bus-client.ts';
import { eventually } from '../support/eventually.ts';
import { NatsServer } from '../support/nats-server.ts';
import { type RoleName, Roles } from '../support/processes.ts';
import { expectWholeTask } from '../support/verified.ts';

const TASKS = 20;
const STEPS = 20;

let nats: NatsServer;
let roles: Roles;
let client: BusClient;

beforeEach(async () => {
  nats = await NatsServer.start();
  roles = new Roles(nats.url);
  client = await BusClient.open(nats.url);
});
afterEach(async () => {
  await client.close();
  await roles.stop();
  await nats.stop();
});

/** Two rows of ten slow steps side by side, every step counted in a ledger. */
const plan = {
  steps: Array.from({ length: STEPS }, (_, index) => ({
    id: `s${index}`,
    tool: 'count',
    params: { ledger: 'kills', by: 1, delayMs: 60 },
    dependsOn: index < 2 ? [] : [`s${index - 2}`],
  })),
};

const submitAll = async (): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < TASKS; index += 1) {
    ids.push(await client.submit({ plan, limits: { stepsPerPlan: STEPS, attemptsPerStep: 20 } }));
  }
  return ids;
};

const acceptedSoFar = async (ids: readonly string[]): Promise<number> => {
  const views = await Promise.all(ids.map((id) => client.view(id)));
  return views.reduce((sum, view) => sum + (view?.row.counts.accepted ?? 0), 0);
};

const expectWhole = async (ids: readonly string[]): Promise<void> => {
  for (const id of ids) await expectWholeTask(client, id, STEPS, 120_000);
  // One line a call: a step whose tool ran twice would have its key there twice.
  const lines = readFileSync(join(roles.home, 'ledger', 'kills.txt'), 'utf8')
    .trim()
    .split('\n');
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines).toHaveLength(TASKS * STEPS);
};

describe('killing any process', () => {
  it('loses nothing and repeats no effect when each role and the server are killed in turn', async () => {
    await roles.startAll();
    const ids = await submitAll();
    const order: readonly (RoleName | 'nats')[] = [
      'executor',
      'planner',
      'observer',
      'feedback-router',
      'nats',
      'executor',
    ];
    for (const [round, victim] of order.entries()) {
      const due = (round + 1) * 40;
      await eventually(async () => expect(await acceptedSoFar(ids)).toBeGreaterThanOrEqual(due), {
        withinMs: 60_000,
        everyMs: 100,
      });
      if (victim === 'nats') {
        await nats.kill();
        await nats.launch();
      } else {
        await roles.of(victim).kill();
        await roles.of(victim).start();
      }
    }
    await expectWhole(ids);
  });

  it('loses nothing when executors join and one is killed under load', async () => {
    await roles.startAll();
    const ids = await submitAll();
    const joined = [await roles.start('executor'), await roles.start('executor')];
    await eventually(async () => expect(await acceptedSoFar(ids)).toBeGreaterThanOrEqual(80), {
      withinMs: 60_000,
      everyMs: 100,
    });
    await joined[0]?.kill();
    await expectWhole(ids);
  });

  it('ends cleanly on SIGTERM: what is in work is finished, and another executor goes on', async () => {
    await roles.startAll();
    const ids = await submitAll();
    const second = await roles.start('executor');
    await eventually(async () => expect(await acceptedSoFar(ids)).toBeGreaterThanOrEqual(40), {
      withinMs: 60_000,
      everyMs: 100,
    });
    expect(await second.end('SIGTERM')).toBe(143);
    await expectWhole(ids);
  });
});

describe('two routers', () => {
  const startTwo = async () => {
    const first = await roles.start('feedback-router');
    await eventually(() => expect(first.log).toContain('"msg":"active"'));
    for (const role of ['planner', 'executor', 'observer'] as const) await roles.start(role);
    return { first, second: await roles.start('feedback-router') };
  };

  it('hands over to the standby when the active one is killed', async () => {
    const { first, second } = await startTwo();
    const ids = await submitAll();
    await eventually(async () => expect(await acceptedSoFar(ids)).toBeGreaterThanOrEqual(60), {
      withinMs: 60_000,
      everyMs: 100,
    });
    await first.kill();
    await eventually(() => expect(second.log).toContain('"msg":"active"'), { withinMs: 10_000 });
    await expectWhole(ids);
  });

  it('lets a paused router decide and acknowledge nothing when it wakes', async () => {
    const { first, second } = await startTwo();
    const ids = await submitAll();
    await eventually(async () => expect(await acceptedSoFar(ids)).toBeGreaterThanOrEqual(60), {
      withinMs: 60_000,
      everyMs: 100,
    });
    first.signal('SIGSTOP');
    await eventually(() => expect(second.log).toContain('"msg":"active"'), { withinMs: 10_000 });
    first.signal('SIGCONT');
    await expectWhole(ids);
    await eventually(() => expect(first.log).toContain('"msg":"stepping down"'));
    const epochs = await Promise.all(
      ids.map(async (id) =>
        (await client.history(id)).flatMap(({ event }) =>
          event.type === 'task.adopted' ? [event.data.epoch] : [],
        ),
      ),
    );
    // An epoch never comes back once a later one has adopted the task.
    for (const adopted of epochs) expect(adopted).toEqual(adopted.toSorted((a, b) => a - b));
  });
});
