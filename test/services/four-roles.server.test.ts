import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyTask } from '../../machines/task/verify-task.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { BusClient } from '../support/bus-client.ts';
import { RunningSystem } from '../support/running-system.ts';

let system: RunningSystem;
let client: BusClient;

beforeAll(async () => {
  system = await RunningSystem.start();
  ({ client } = system);
});
afterAll(() => system.stop());

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
