/** `verify`: does each task's log agree with itself? */
import { verifyTask } from '../../machines/task/verify-task.ts';
import { streamNames } from '../../shared/bus/resource-names.ts';
import { parseEventSubject } from '../../shared/bus/subjects.ts';
import { Fault } from '../../shared/errors.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { FLEET } from '../../shared/events/names.ts';
import { type Bus, withNamespace } from './bus.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT } from './exit-codes.ts';
import { taskIdOf } from './read-commands.ts';

const PROBLEMS = 1;

/** From the log itself: the index is only a copy. */
async function allTasks({ connection, namespace }: Bus): Promise<string[]> {
  const manager = await connection.jetstreamManager();
  const wanted = { subjects_filter: `${namespace}.ev.client.router.*` };
  const { state } = await manager.streams.info(streamNames(namespace).events, wanted);
  const ids = Object.keys(state.subjects ?? {}).map((name) => parseEventSubject(name)?.taskId);
  return ids.filter((id) => id !== undefined && id !== FLEET) as string[];
}

async function verifyOne(context: CommandContext, bus: Bus, id: string) {
  const history = await bus.events.readTask(id);
  if (history.length === 0) throw new Fault('TASK_UNKNOWN', `There is no task ${id}.`);
  const events = history.map(({ event, sequence }) => ({ event: event as LoopEvent, sequence }));
  const { decisions, problems } = verifyTask(events);
  for (const message of problems) {
    context.output.result({ type: 'problem', id, message }, `${id}: ${message}`);
  }
  return { decisions, problems: problems.length };
}

/** @param text one task; all of them when undefined */
export const verifyCommand = (
  context: CommandContext,
  text: string | undefined,
): Promise<number> => {
  const given = text === undefined ? undefined : taskIdOf(text);
  return withNamespace(context, async (bus) => {
    const ids = given === undefined ? await allTasks(bus) : [given];
    const sum = { tasks: ids.length, decisions: 0, problems: 0 };
    for (const id of ids) {
      const { decisions, problems } = await verifyOne(context, bus, id);
      sum.decisions += decisions;
      sum.problems += problems;
    }
    const words = `${sum.tasks} tasks, ${sum.decisions} decisions, ${sum.problems} problems`;
    context.output.result({ type: 'verified', ...sum }, words);
    return sum.problems === 0 ? EXIT.done : PROBLEMS;
  });
};
