/** `show`, `log`, `watch`: one task, read from the log; no role has to run. */
import { viewTask } from '../../machines/task/task-view.ts';
import { TaskFeed } from '../../shared/client/task-feed.ts';
import { nowIso } from '../../shared/clock.ts';
import { Fault } from '../../shared/errors.ts';
import { isTerminal, type LoopEvent } from '../../shared/events/catalog.ts';
import { TaskId } from '../../shared/events/names.ts';
import type { Logged } from '../../shared/log/event-log.ts';
import { type Bus, withNamespace } from './bus.ts';
import type { CommandContext } from './command-context.ts';
import { exportedEvent } from './describe-event.ts';
import { EXIT } from './exit-codes.ts';
import { paintFor } from './paint.ts';
import { showText } from './show-text.ts';
import { watchTask } from './watch-task.ts';

/** @throws {Fault} `USAGE` for what cannot be an id: it would be a wildcard, or another subject */
export function taskIdOf(text: string): string {
  const parsed = TaskId.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new Fault('USAGE', `${text} is no task id: ${parsed.error.issues[0]?.message}.`);
}

const unknown = (id: string, { namespace }: Bus): Fault =>
  new Fault('TASK_UNKNOWN', `There is no task ${id} in the namespace ${namespace}.`);

export async function showCommand(context: CommandContext, text: string): Promise<number> {
  const id = taskIdOf(text);
  return withNamespace(context, async (bus) => {
    const history = await bus.events.readTask(id);
    const events = history.map(({ event }) => event as LoopEvent);
    const view = viewTask(events);
    if (view === undefined) throw unknown(id, bus);
    const paint = paintFor(context.terminal.hasColours);
    context.output.result({ type: 'task', ...view }, showText(view, events, paint, nowIso()));
    return EXIT.done;
  });
}

/** An exported log is data, and complete; only on a screen is it words. */
const printEvent = ({ output, terminal }: CommandContext, logged: Logged): void => {
  const line = exportedEvent(logged);
  if (terminal.isTty && !output.isJson) output.text(JSON.stringify(line));
  else output.data(line);
};

async function logSoFar(context: CommandContext, bus: Bus, id: string): Promise<number> {
  const history = await bus.events.readTask(id, { withClaims: true });
  if (history.length === 0) throw unknown(id, bus);
  for (const logged of history) printEvent(context, logged);
  return EXIT.done;
}

/** Goes on until the task ends, or a signal does. */
async function logOnwards(context: CommandContext, bus: Bus, id: string): Promise<number> {
  for await (const batch of new TaskFeed(bus, id).batches(new AbortController().signal)) {
    if (batch.length === 0) throw unknown(id, bus);
    for (const logged of batch) printEvent(context, logged);
    if (batch.some(({ event }) => isTerminal(event as LoopEvent))) break;
  }
  return EXIT.done;
}

export function logCommand(
  context: CommandContext,
  text: string,
  { follow = false }: { readonly follow?: boolean },
): Promise<number> {
  const id = taskIdOf(text);
  const print = follow ? logOnwards : logSoFar;
  return withNamespace(context, (bus) => print(context, bus, id));
}

export const watchCommand = (context: CommandContext, text: string): Promise<number> => {
  const id = taskIdOf(text);
  return withNamespace(context, (bus) => watchTask(context, bus, id, true));
};
