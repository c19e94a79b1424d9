/**
 * The events of one task as they come: from the first, in the log's order, each once, over any outage of
 * the server. What is heard on the bus only rings; what is told is read from the log, from the last
 * sequence on, so nothing can be missed between the two.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { onReconnect } from '../../shared/bus/connect-bus.ts';
import { readSubject, type StoredMessage } from '../../shared/bus/direct-get.ts';
import { streamNames } from '../../shared/bus/resource-names.ts';
import { claimsOf, historyOf } from '../../shared/bus/subjects.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { parseEvent } from '../../shared/events/parse-event.ts';
import type { Logged } from '../../shared/log/event-log.ts';
import type { Bus } from './bus.ts';

/** A look at the log in case that a ring was lost with a connection. */
const LOOK_MS = 2_000;
/** A message is heard a moment before it is stored. */
const STORE_MS = 15;

const eventOf = ({ text, sequence }: StoredMessage): Logged[] => {
  try {
    return [{ event: parseEvent(text) as LoopEvent, sequence } as Logged];
  } catch {
    // Whoever consumes it parks it; a reader goes on without it.
    return [];
  }
};

export class TaskFeed {
  readonly #bus: Bus;
  readonly #taskId: string;
  readonly #seen = new Set<string>();
  readonly #subjects: { readonly history: string; readonly claims: string };
  #next = 1;
  #ring: () => void = () => undefined;
  #hasRung = false;

  constructor(bus: Bus, taskId: string) {
    this.#bus = bus;
    this.#taskId = taskId;
    this.#subjects = {
      history: historyOf(bus.namespace, taskId),
      claims: claimsOf(bus.namespace, taskId),
    };
  }

  /**
   * Batches of at least one event, for ever; the first is the history so far and may be empty.
   *
   * @param signal ends it
   */
  async *batches(signal: AbortSignal): AsyncGenerator<readonly Logged[]> {
    const { connection } = this.#bus;
    const ring = (): void => {
      this.#hasRung = true;
      this.#ring();
    };
    const callback = (): void => void sleep(STORE_MS).then(ring);
    const subscriptions = Object.values(this.#subjects).map((subject) =>
      connection.subscribe(subject, { callback }),
    );
    void onReconnect(connection, ring);
    signal.addEventListener('abort', ring, { once: true });
    const look = setInterval(ring, LOOK_MS);
    try {
      for (let isFirst = true; !signal.aborted; isFirst = false) {
        this.#hasRung = false;
        const batch = await this.#read();
        if (batch.length > 0 || isFirst) yield batch;
        await this.#rung();
      }
    } finally {
      clearInterval(look);
      for (const subscription of subscriptions) subscription.unsubscribe();
    }
  }

  async #rung(): Promise<void> {
    if (this.#hasRung) return;
    await new Promise<void>((resolve) => {
      this.#ring = resolve;
    });
  }

  /**
   * Claims have subjects of their own and are read before and after the rest: what was stored between
   * two reads and is older than what the second saw, the third one finds.
   */
  async #read(): Promise<Logged[]> {
    try {
      const before = await this.#messages(this.#subjects.claims);
      const history = await this.#messages(this.#subjects.history);
      const last = Math.max(0, ...[before, history].map((part) => part.at(-1)?.sequence ?? 0));
      const after = await this.#messages(this.#subjects.claims);
      const claims = after.filter(({ sequence }) => sequence <= last);
      return this.#take([...history, ...claims]);
    } catch {
      // The server is away; the next look or its return reads on from the same place.
      return [];
    }
  }

  #messages(subject: string): Promise<StoredMessage[]> {
    const { connection, namespace } = this.#bus;
    return readSubject(connection, streamNames(namespace).events, subject, this.#next);
  }

  #take(messages: StoredMessage[]): Logged[] {
    const sorted = messages.sort((a, b) => a.sequence - b.sequence);
    const last = sorted.at(-1);
    if (last !== undefined) this.#next = last.sequence + 1;
    return sorted.flatMap(eventOf).filter(({ event }) => {
      const isNew = event.subject === this.#taskId && !this.#seen.has(event.id);
      this.#seen.add(event.id);
      return isNew;
    });
  }
}
