/**
 * The events of one task as they come: from the first, in the log's order, each once, over any outage of
 * the server. What is heard on the bus only rings; what is told is read from the log, from the last
 * sequence on, so nothing can be missed between the two.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readSubject, type StoredMessage } from '../bus/direct-get.ts';
import { streamNames } from '../bus/resource-names.ts';
import { claimsOf, historyOf } from '../bus/subjects.ts';
import type { LoopEvent } from '../events/catalog.ts';
import { parseEvent } from '../events/parse-event.ts';
import type { Logged } from '../log/event-log.ts';
import type { ClientBus } from './client-bus.ts';
import { eachReconnection } from './reconnections.ts';

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
  readonly #bus: ClientBus;
  readonly #taskId: string;
  readonly #seen = new Set<string>();
  readonly #history: string;
  /** Null when they are not asked for. */
  readonly #claims: string | null;
  #next = 1;
  #ring: () => void = () => undefined;
  #hasRung = false;

  constructor(bus: ClientBus, taskId: string, { withClaims = true } = {}) {
    this.#bus = bus;
    this.#taskId = taskId;
    this.#history = historyOf(bus.namespace, taskId);
    this.#claims = withClaims ? claimsOf(bus.namespace, taskId) : null;
  }

  /**
   * Batches of at least one event, for ever; the first is the history so far and may be empty. It comes
   * when the log could be read, so an empty one says that there is no such task.
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
    const subjects = [this.#history, ...(this.#claims === null ? [] : [this.#claims])];
    const subscriptions = subjects.map((subject) => connection.subscribe(subject, { callback }));
    const stopReconnections = eachReconnection(connection, ring);
    signal.addEventListener('abort', ring, { once: true });
    const look = setInterval(ring, LOOK_MS);
    try {
      let isFirst = true;
      while (!signal.aborted) {
        this.#hasRung = false;
        const batch = await this.#read();
        if (batch !== undefined && (batch.length > 0 || isFirst)) {
          isFirst = false;
          yield batch;
        }
        await this.#rung();
      }
    } finally {
      clearInterval(look);
      signal.removeEventListener('abort', ring);
      stopReconnections();
      for (const subscription of subscriptions) subscription.unsubscribe();
    }
  }

  async #rung(): Promise<void> {
    if (this.#hasRung) return;
    await new Promise<void>((resolve) => {
      this.#ring = resolve;
    });
  }

  /** @returns undefined while the server is away: the next look, or its return, reads on from the same place */
  async #read(): Promise<Logged[] | undefined> {
    try {
      const messages =
        this.#claims === null
          ? await this.#messages(this.#history)
          : await this.#messagesAndClaims(this.#claims);
      return this.#take(messages);
    } catch {
      return undefined;
    }
  }

  /**
   * Claims have subjects of their own and are read before and after the rest: what was stored between
   * two reads and is older than what the second saw, the third one finds.
   */
  async #messagesAndClaims(subject: string): Promise<StoredMessage[]> {
    const before = await this.#messages(subject);
    const history = await this.#messages(this.#history);
    const last = Math.max(0, ...[before, history].map((part) => part.at(-1)?.sequence ?? 0));
    const after = await this.#messages(subject);
    return [...history, ...after.filter(({ sequence }) => sequence <= last)];
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
