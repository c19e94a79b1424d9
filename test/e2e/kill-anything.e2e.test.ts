import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyTask } from '../../machines/task/verify-task.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { BusClient } from '../support/bus-client.ts';
import { eventually } from '../support/eventually.ts';
import { NatsServer } from '../support/nats-server.ts';
import { type RoleName, Roles } from '../support/processes.ts';

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
  for (const id of ids) {
    const view = await client.ended(id, 120_000);
    expect(view.row.status).toBe('completed');
    expect(view.row.counts).toEqual({ accepted: STEPS, failed: 0, skipped: 0, cancelled: 0, total: STEPS });
    const history = await client.history(id);
    expect(new Set(history.map(({ event }) => event.id)).size).toBe(history.length);
    expect(verifyTask(history.map(({ event, sequence }) => ({ event: event as LoopEvent, sequence }))).problems).toEqual([]);
  }
  // One line a call: a step whose tool ran twice would have its key there twice.
  const lines = readFileSync(join(roles.home, 'ledger', 'kills.txt'), 'utf8').trim().split('\n');
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines).toHaveLength(TASKS * STEPS);
};

describe('killing any process', () => {
  it('loses nothing and repeats no effect when each role and the server are killed in turn', async () => {
    await roles.startAll();
    const ids = await submitAll();
    const order: readonly (RoleName | 'nats')[] = ['executor', 'planner', 'observer', 'feedback-router', 'nats', 'executor'];
    for (const [round, victim] of order.entries()) {
      const due = (round + 1) * 40;
      await eventually(async () => expect(await acceptedSoFar(ids)).toBeGreaterThanOrEqual(due), { withinMs: 60_000, everyMs: 100 });
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
});
