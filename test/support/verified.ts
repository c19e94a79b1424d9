/** What must hold of any finished task: its log folds, agrees with its recorded hashes, and repeats no id. */
import { expect } from 'vitest';
import type { TaskView } from '../../machines/task/task-view.ts';
import { verifyTask } from '../../machines/task/verify-task.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { BusClient } from './bus-client.ts';

/** @returns the view of the completed task */
export async function expectWholeTask(
  client: BusClient,
  id: string,
  steps: number,
  withinMs?: number,
): Promise<TaskView> {
  const view = await client.ended(id, withinMs);
  expect(view.row.status).toBe('completed');
  expect(view.row.counts).toEqual({
    accepted: steps,
    failed: 0,
    skipped: 0,
    cancelled: 0,
    total: steps,
  });
  const history = await client.history(id);
  const events = history.map(({ event, sequence }) => ({ event: event as LoopEvent, sequence }));
  expect(new Set(events.map(({ event }) => event.id)).size).toBe(events.length);
  expect(verifyTask(events).problems).toEqual([]);
  return view;
}
