/** `ls`: a row a task, newest first, from the index that observers keep. */
import { Fault } from '../../shared/errors.ts';
import { TASK_STATUSES } from '../../shared/events/router-events.ts';
import { type IndexEntry, readIndex } from '../../shared/log/task-index.ts';
import { withNamespace } from './bus.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT } from './exit-codes.ts';
import { maskIds } from './mask-ids.ts';
import { parseNumber } from './parse-options.ts';
import { tableText } from './table.ts';
import { clipTo } from './text-width.ts';

const GOAL_WIDTH = 60;

const cells = ({ id, status, counts, submittedAt, updatedAt, goal }: IndexEntry): string[] => [
  id,
  status,
  `${counts.accepted}/${counts.total}`,
  (submittedAt ?? updatedAt).slice(0, 19).replace('T', ' '),
  clipTo(maskIds(goal.replace(/\s+/g, ' ')), GOAL_WIDTH),
];

export type ListOptions = { readonly status?: string; readonly max: string };

export async function listCommand(context: CommandContext, options: ListOptions): Promise<number> {
  const { status } = options;
  if (status !== undefined && !(TASK_STATUSES as readonly string[]).includes(status)) {
    throw new Fault('USAGE', `--status ${status}: there are ${TASK_STATUSES.join(', ')}.`);
  }
  const max = parseNumber('--max', options.max, 1);
  return withNamespace(context, async ({ connection, namespace }) => {
    const all = await readIndex(connection, namespace);
    const rows = all
      .filter((entry) => status === undefined || entry.status === status)
      .slice(0, max);
    if (context.output.isJson) {
      for (const row of rows) context.output.result({ type: 'task', ...row }, undefined);
      return EXIT.done;
    }
    if (rows.length > 0) context.output.text(tableText(rows.map(cells)));
    else context.output.progress('There is no such task.');
    return EXIT.done;
  });
}
