/**
 * The task index: one KV entry a task, written from events that each carry the whole row. Any number of
 * observers may write it in any order: an entry gives way only to a higher sequence.
 */
import { type KV, NatsError } from 'nats';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import type { Letter } from '../../shared/actor/serve-letters.ts';
import { bucketNames } from '../../shared/bus/resource-names.ts';
import { FLEET } from '../../shared/events/names.ts';
import { NOTHING_SPENT } from '../../shared/events/shapes.ts';
import { IndexEntry } from '../../shared/log/task-index.ts';

const NO_COUNTS = { accepted: 0, failed: 0, skipped: 0, cancelled: 0, total: 0 };

const entryOf = ({ event, delivery }: Letter): IndexEntry | undefined => {
  const base = { id: event.subject, sequence: delivery.info.sequence, updatedAt: event.time };
  if (event.type === 'task.submitted') {
    const { goal } = event.data;
    return {
      ...base,
      submittedAt: event.time,
      status: 'queued',
      goal,
      counts: NO_COUNTS,
      usage: NOTHING_SPENT,
    };
  }
  if (!('row' in event.data)) return undefined;
  const request = event.type === 'human.requested' ? event.data.requestId : undefined;
  return { ...base, ...event.data.row, ...(request === undefined ? {} : { request }) };
};

const isConflict = (thrown: unknown): boolean =>
  thrown instanceof NatsError && thrown.jsError()?.err_code === 10071;

/** The later of two entries, with the time of submission from whichever has it. */
const merged = (old: IndexEntry | undefined, entry: IndexEntry): IndexEntry => {
  if (old === undefined) return entry;
  const newer = old.sequence >= entry.sequence ? old : entry;
  const submittedAt = entry.submittedAt ?? old.submittedAt;
  return { ...newer, ...(submittedAt === undefined ? {} : { submittedAt }) };
};

async function write(kv: KV, entry: IndexEntry): Promise<void> {
  for (;;) {
    const stored = await kv.get(entry.id);
    const old = stored?.operation === 'PUT' ? IndexEntry.safeParse(stored.json()).data : undefined;
    const text = JSON.stringify(merged(old, entry));
    if (text === JSON.stringify(old)) return;
    try {
      await kv.put(entry.id, text, { previousSeq: stored?.revision ?? 0 });
      return;
    } catch (thrown) {
      if (!isConflict(thrown)) throw thrown;
    }
  }
}

export async function openIndex(context: RoleContext): Promise<(letter: Letter) => Promise<void>> {
  const kv = await context.connection.jetstream().views.kv(bucketNames(context.namespace).tasks);
  return async (letter) => {
    const entry = entryOf(letter);
    if (entry !== undefined && entry.id !== FLEET) await write(kv, entry);
  };
}
