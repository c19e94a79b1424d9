/** The entries of the task index (KV bucket `tasks`), which observers write and anybody reads. */
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { bucketNames } from '../bus/resource-names.ts';
import { TaskRow } from '../events/router-events.ts';

export const IndexEntry = TaskRow.extend({
  id: z.string(),
  /** Of the event that the entry was written from. */
  sequence: z.number(),
  submittedAt: z.string().optional(),
  updatedAt: z.string(),
  /** The open question, when the task waits for a person. */
  request: z.string().optional(),
});
export type IndexEntry = z.infer<typeof IndexEntry>;

/** Newest first. */
export async function readIndex(
  connection: NatsConnection,
  namespace: string,
): Promise<IndexEntry[]> {
  const kv = await connection.jetstream().views.kv(bucketNames(namespace).tasks);
  const entries: IndexEntry[] = [];
  const { values } = await kv.status();
  if (values === 0) return entries;
  const watch = await kv.watch({ ignoreDeletes: true, initializedFn: () => watch.stop() });
  for await (const entry of watch) {
    const parsed = IndexEntry.safeParse(JSON.parse(entry.string()));
    if (parsed.success) entries.push(parsed.data);
  }
  return entries.sort((a, b) =>
    (b.submittedAt ?? b.updatedAt).localeCompare(a.submittedAt ?? a.updatedAt),
  );
}
