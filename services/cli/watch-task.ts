/** Follows one task to its end, or to the point where it waits for a person. */
import { type TaskView, viewTask } from '../../machines/task/task-view.ts';
import { TaskFeed } from '../../shared/client/task-feed.ts';
import { nowIso } from '../../shared/clock.ts';
import { Fault } from '../../shared/errors.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { Logged } from '../../shared/log/event-log.ts';
import type { Bus } from './bus.ts';
import { type Closing, closingLines } from './closing-lines.ts';
import type { CommandContext } from './command-context.ts';
import { describeEvent, exportedEvent } from './describe-event.ts';
import { exitCodeOf } from './exit-codes.ts';
import { labelsFor } from './labels-for.ts';
import { paintFor } from './paint.ts';
import { isSettled, resultOf, type TaskResult } from './task-result.ts';

export type Following = {
  readonly taskId: string;
  /** False for a task that was only just handed in. */
  readonly mustExist: boolean;
  readonly onBatch: (batch: readonly Logged[]) => TaskView | undefined;
  readonly signal: AbortSignal;
};

/**
 * @returns the view that settled; undefined when the signal ended it before
 * @throws {Fault} `TASK_UNKNOWN`
 */
export async function followTask(bus: Bus, following: Following): Promise<TaskView | undefined> {
  const { taskId, mustExist, onBatch, signal } = following;
  const feed = new TaskFeed(bus, taskId);
  for await (const batch of feed.batches(signal)) {
    if (batch.length === 0 && mustExist) {
      throw new Fault(
        'TASK_UNKNOWN',
        `There is no task ${taskId} in the namespace ${bus.namespace}.`,
      );
    }
    const view = onBatch(batch);
    if (view !== undefined && isSettled(view)) return view;
  }
  return undefined;
}

/** Prints the result as the last line and gives the exit code that it stands for. */
export function printResult(
  { output, terminal }: CommandContext,
  view: TaskView,
  closing: Omit<Closing, 'result'>,
): number {
  const result: TaskResult = resultOf(view, nowIso());
  const labels = labelsFor(view.row.goal);
  const style = { labels, paint: paintFor(terminal.hasColours), columns: undefined };
  output.result(result, closingLines({ ...closing, result }, style).join('\n'));
  return exitCodeOf(result.status);
}

/** @returns the exit code */
export async function watchTask(
  context: CommandContext,
  bus: Bus,
  taskId: string,
  mustExist: boolean,
): Promise<number> {
  const events: LoopEvent[] = [];
  const onBatch = (batch: readonly Logged[]): TaskView | undefined => {
    for (const logged of batch) {
      events.push(logged.event as LoopEvent);
      context.output.result(exportedEvent(logged), describeEvent(logged));
    }
    return viewTask(events);
  };
  const { signal } = new AbortController();
  const view = await followTask(bus, { taskId, mustExist, onBatch, signal });
  if (view === undefined) return 1;
  return printResult(context, view, { events, effects: undefined, prefix: '', isOnce: false });
}
