import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyTask } from '../../machines/task/verify-task.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { BusClient } from '../support/bus-client.ts';
import { NatsServer } from '../support/nats-server.ts';
import { Roles } from '../support/processes.ts';

let nats: NatsServer;
let roles: Roles;
let client: BusClient;

beforeAll(async () => {
  nats = await NatsServer.start();
  roles = new Roles(nats.url);
  await roles.startAll();
  client = await BusClient.open(nats.url);
});
afterAll(async () => {
  await client?.close();
  await roles?.stop();
  await nats?.stop();
});

describe('four roles on one bus', () => {
  it('carries a given plan to a checked end', async () => {
    const id = await client.submit({
      plan: {
        steps: [
          { id: 'a', tool: 'noop' },
          { id: 'b', tool: 'sleep', params: { ms: 20 }, dependsOn: ['a'] },
          { id: 'c', tool: 'noop', dependsOn: ['a'] },
          { id: 'd', tool: 'count', params: { ledger: 'd' }, dependsOn: ['b', 'c'] },
        ],
      },
    });
    const view = await client.ended(id);
    expect(view.row.status).toBe('completed');
    expect(view.row.counts).toEqual({ accepted: 4, failed: 0, skipped: 0, cancelled: 0, total: 4 });
    const history = (await client.history(id)).map(({ event, sequence }) => ({
      event: event as LoopEvent,
      sequence,
    }));
    expect(verifyTask(history).problems).toEqual([]);
  });
});
