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

type Known = { readonly revision: number; readonly entry: IndexEntry | undefined };

const NOTHING: Known = { revision: 0, entry: undefined };
const KNOWN_MAX = 10_000;

class IndexWriter {
  readonly #kv: KV;
  /** What this observer believes is stored; a refusal tells that another one wrote. */
  readonly #known = new Map<string, Known>();

  constructor(kv: KV) {
    this.#kv = kv;
  }

  async write(entry: IndexEntry): Promise<void> {
    for (let known = this.#known.get(entry.id) ?? NOTHING; ; known = await this.#read(entry.id)) {
      const next = merged(known.entry, entry);
      const text = JSON.stringify(next);
      if (text === JSON.stringify(known.entry)) return;
      try {
        const revision = await this.#kv.put(entry.id, text, { previousSeq: known.revision });
        this.#remember(entry.id, { revision, entry: next });
        return;
      } catch (thrown) {
        if (!isConflict(thrown)) throw thrown;
      }
    }
  }

  async #read(id: string): Promise<Known> {
    const stored = await this.#kv.get(id);
    if (stored === null) return NOTHING;
    const isEntry = stored.operation === 'PUT';
    const entry = isEntry ? IndexEntry.safeParse(stored.json()).data : undefined;
    return { revision: stored.revision, entry };
  }

  #remember(id: string, known: Known): void {
    this.#known.delete(id);
    this.#known.set(id, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
  }
}

export async function openIndex(context: RoleContext): Promise<(letter: Letter) => Promise<void>> {
  const kv = await context.connection.jetstream().views.kv(bucketNames(context.namespace).tasks);
  const writer = new IndexWriter(kv);
  return async (letter) => {
    const entry = entryOf(letter);
    if (entry !== undefined && entry.id !== FLEET) await writer.write(entry);
  };
}
