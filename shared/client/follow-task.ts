/** Waiting on one task: its events as they come, and what it comes to. */
import { Fault } from '../errors.ts';
import { isTerminal, type LoopEvent } from '../events/catalog.ts';
import type { ClientBus } from './client-bus.ts';
import { requireNamespace } from './require-namespace.ts';
import { TaskFeed } from './task-feed.ts';
import { TaskProgress, type TaskResult } from './task-result.ts';

/** An event and its place in the log. */
export type TaskEvent = { readonly sequence: number; readonly event: LoopEvent };

export type Following = {
  readonly signal: AbortSignal;
  /** False for a task that may still wait for a router to take it. */
  readonly mustExist: boolean;
  /** With the executors' claims of calls. */
  readonly withClaims: boolean;
};

/**
 * The events from the first on, up to the task's end.
 *
 * @throws {Fault} `TASK_UNKNOWN`, `ROLE_UNREACHABLE`; the signal's reason when it is aborted
 */
export async function* followEvents(
  bus: ClientBus,
  taskId: string,
  { signal, mustExist, withClaims }: Following,
): AsyncGenerator<readonly TaskEvent[]> {
  if (mustExist) await requireNamespace(bus);
  signal.throwIfAborted();
  for await (const batch of new TaskFeed(bus, taskId, { withClaims }).batches(signal)) {
    signal.throwIfAborted();
    if (batch.length === 0 && mustExist) {
      const facts = `There is no task ${taskId} in the namespace ${bus.namespace}.`;
      throw new Fault('TASK_UNKNOWN', facts);
    }
    const events = batch.map(({ event, sequence }) => ({ event: event as LoopEvent, sequence }));
    const end = events.findIndex(({ event }) => isTerminal(event));
    yield end < 0 ? events : events.slice(0, end + 1);
    if (end >= 0) return;
  }
  signal.throwIfAborted();
}

/**
 * @param onEvent is told each event before it counts; what it throws ends the wait
 * @returns how the task ended, or that it waits for a person
 * @throws {Fault} `TASK_UNKNOWN`, `ROLE_UNREACHABLE`; the signal's reason when it is aborted
 */
export async function settledTask(
  bus: ClientBus,
  taskId: string,
  following: Following,
  onEvent: (told: TaskEvent) => void,
): Promise<TaskResult> {
  const progress = new TaskProgress(taskId);
  for await (const events of followEvents(bus, taskId, following)) {
    for (const told of events) {
      onEvent(told);
      progress.take(told.event);
    }
    const result = progress.result();
    if (result !== undefined) return result;
  }
  throw new Fault('INTERNAL', `The events of task ${taskId} ended before the task.`);
}
