/**
 * The log as roles use it: append an event once, read a task's history.
 *
 * I4: an event's id is made from its content, and the first writer wins. Whoever is told that somebody
 * wrote first reads what is stored and goes on from that, never from a copy of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { readSubject, type StoredMessage } from '../bus/direct-get.ts';
import { type Expectation, type PubAck, type Publication, publish } from '../bus/publish.ts';
import { publishBatch } from '../bus/publish-batch.ts';
import { streamNames } from '../bus/resource-names.ts';
import { claimsOf, eventSubject, historyOf } from '../bus/subjects.ts';
import { Fault } from '../errors.ts';
import type { EventOf, EventType, LoopEvent } from '../events/catalog.ts';
import { CONTENT_TYPE } from '../events/envelope.ts';
import { type Draft, newEvent } from '../events/new-event.ts';
import { parseEvent } from '../events/parse-event.ts';

/** An event and its place in the stream. */
export type Logged<T extends EventType = EventType> = {
  readonly event: EventOf<T>;
  readonly sequence: number;
};

/** `isMine` is false when somebody had written the event before. */
export type Appended<T extends EventType = EventType> = Logged<T> & { readonly isMine: boolean };

const RETRY_MS_MAX = 1_000;

export class EventLog {
  readonly #connection: NatsConnection;
  readonly #closing: AbortSignal;
  readonly namespace: string;

  /** @param closing when aborted, appends stop being retried */
  constructor(connection: NatsConnection, namespace: string, closing: AbortSignal) {
    this.#connection = connection;
    this.namespace = namespace;
    this.#closing = closing;
  }

  get stream(): string {
    return streamNames(this.namespace).events;
  }

  /** @returns the message that puts `event` into the log */
  publicationOf(event: LoopEvent, expect?: Expectation): Publication {
    const from = event.source.slice(event.source.lastIndexOf('/') + 1);
    const subject = eventSubject(this.namespace, {
      from,
      to: event.recipient,
      taskId: event.subject,
    });
    return {
      subject,
      body: JSON.stringify(event),
      msgId: event.id,
      expect,
      contentType: CONTENT_TYPE,
    };
  }

  /**
   * Appends until it is stored: an outage only delays it, since its id makes repeating it harmless.
   *
   * @throws {Fault} `LOG_FULL`, `EVENT_TOO_LARGE`; `BUS_UNREACHABLE` only while closing
   */
  async append<T extends EventType>(draft: Draft<T>, expect?: Expectation): Promise<Appended<T>> {
    const event = newEvent(this.namespace, draft);
    const publication = this.publicationOf(event as LoopEvent, expect);
    const ack = await this.#persist(publication);
    if (ack !== 'conflict' && !ack.duplicate) return { event, sequence: ack.seq, isMine: true };
    const stored = await this.#storedTwin(publication.subject, event.id);
    if (stored === undefined)
      throw new Fault('CONFLICT', `${event.id} was refused, and is not there.`);
    return { ...(stored as Logged<T>), isMine: false };
  }

  /**
   * One try at one or more events in a row, under the last sequence of `expect.subject`. More than a few
   * go as one atomic batch.
   *
   * @returns the sequence of the last
   * @throws {Fault} `CONFLICT` when somebody else wrote in between; `BUS_UNREACHABLE` when in doubt
   */
  async appendTogether(events: readonly LoopEvent[], expect: Expectation): Promise<number> {
    const publications = events.map((event, index) =>
      this.publicationOf(event, index === 0 ? expect : undefined),
    );
    const ack = await publishBatch(this.#connection, publications);
    return ack.seq;
  }

  /**
   * One try under an expectation, as the router decides.
   *
   * @throws {Fault} `CONFLICT`, also for a duplicate: the caller's state is stale; `BUS_UNREACHABLE`
   */
  async appendExpecting(event: LoopEvent, expect: Expectation): Promise<number> {
    const ack = await publish(this.#connection, this.publicationOf(event, expect));
    if (ack.duplicate) throw new Fault('CONFLICT', `${event.id} was in the log already.`);
    return ack.seq;
  }

  /** One try, without id and with whatever expectation: claims are written so. */
  publishOnce(publication: Publication): Promise<PubAck> {
    return publish(this.#connection, publication);
  }

  /** All events of a task, oldest first, each once; `withClaims` adds the claims. */
  async readTask(taskId: string, { withClaims = false } = {}): Promise<Logged[]> {
    const subjects = [historyOf(this.namespace, taskId)];
    if (withClaims) subjects.push(claimsOf(this.namespace, taskId));
    const parts = await Promise.all(subjects.map((subject) => this.read(subject)));
    return parts.flat().sort((a, b) => a.sequence - b.sequence);
  }

  /** Stored events of one subject, or of a wildcard; what does not parse is passed over. */
  async read(subject: string): Promise<Logged[]> {
    const messages = await this.#whenReachable(() =>
      readSubject(this.#connection, this.stream, subject),
    );
    return firstOfEachId(messages.flatMap(parsed));
  }

  async #storedTwin(subject: string, id: string): Promise<Logged | undefined> {
    return (await this.read(subject)).find(({ event }) => event.id === id);
  }

  async #persist(publication: Publication): Promise<PubAck | 'conflict'> {
    try {
      return await this.#whenReachable(() => publish(this.#connection, publication));
    } catch (thrown) {
      if (thrown instanceof Fault && thrown.code === 'CONFLICT') return 'conflict';
      throw thrown;
    }
  }

  async #whenReachable<T>(act: () => Promise<T>): Promise<T> {
    for (let delayMs = 50; ; delayMs = Math.min(delayMs * 2, RETRY_MS_MAX)) {
      try {
        return await act();
      } catch (thrown) {
        const isOutage = thrown instanceof Fault && thrown.code === 'BUS_UNREACHABLE';
        if (!isOutage || this.#closing.aborted || this.#connection.isClosed()) throw thrown;
        await sleep(delayMs);
      }
    }
  }
}

const parsed = ({ text, sequence }: StoredMessage): Logged[] => {
  try {
    return [{ event: parseEvent(text), sequence } as Logged];
  } catch {
    // Malformed letters are parked by whoever consumes them; a fold goes on without them.
    return [];
  }
};

/** Beyond the server's duplicate window an id may be stored again: the first one counts. */
export function firstOfEachId(events: readonly Logged[]): Logged[] {
  const seen = new Set<string>();
  return events.filter(({ event }) => {
    if (seen.has(event.id)) return false;
    seen.add(event.id);
    return true;
  });
}
