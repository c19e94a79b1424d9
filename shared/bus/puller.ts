/**
 * Pulls messages of one durable and never holds more than it can start. The client's own `consume()`
 * fetches ahead of its reader, and what is fetched ahead waits out its acknowledgement time: slow
 * commands ran 22 times that way. Here a free slot is a credit, and only credits are asked for.
 *
 * Invariants: `asked + running <= slots`; one subscription for the life of the puller, so that a message
 * which crosses an expiring request still arrives.
 */
import { createInbox, type Msg, type NatsConnection, type Subscription } from 'nats';
import { Delivery } from './delivery.ts';

export type PullerSettings = {
  readonly stream: string;
  readonly durable: string;
  /** Messages in work at once. */
  readonly slots: number;
  /** Milliseconds between `working()` signals for a message in work: a third of ack_wait. */
  readonly heartbeatMs: number;
  readonly onMessage: (message: Delivery) => Promise<void>;
  /** The durable is gone: somebody took over, or deleted it. */
  readonly onGone: (reason: string) => void;
};

const EXPIRES_MS = 30_000;
const IDLE_MS = 2_000;
const AGAIN_MS = 250;
const NANOS = 1_000_000;

export class Puller {
  readonly #connection: NatsConnection;
  readonly #settings: PullerSettings;
  readonly #inbox = createInbox();
  readonly #running = new Map<Delivery, number>();
  #asked = 0;
  #heardAt = 0;
  #pending = 0;
  #pullQueued = false;
  #stopped = false;
  #subscription: Subscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #idle: (() => void) | undefined;

  constructor(connection: NatsConnection, settings: PullerSettings) {
    this.#connection = connection;
    this.#settings = settings;
  }

  start(): void {
    this.#subscription = this.#connection.subscribe(this.#inbox, {
      callback: (error, message) => {
        if (error === null) this.#receive(message);
      },
    });
    const tickMs = Math.min(this.#settings.heartbeatMs, IDLE_MS);
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#heardAt = performance.now();
    this.#pull();
  }

  /** Messages in work. */
  get running(): number {
    return this.#running.size;
  }

  /** Messages of the durable that are not done: still to be delivered at the last delivery, and in work. */
  get lag(): number {
    return this.#pending + this.#running.size;
  }

  /** After a reconnection the server has forgotten what was asked. */
  renew(): void {
    this.#asked = 0;
    this.#heardAt = performance.now();
    this.#pull();
  }

  /** Asks for no more and waits for what is in work. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    if (this.#running.size > 0) {
      const beat = setInterval(() => this.#beat(), this.#settings.heartbeatMs);
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      clearInterval(beat);
    }
    this.#subscription?.unsubscribe();
  }

  #receive(message: Msg): void {
    this.#heardAt = performance.now();
    const code = message.headers?.code ?? 0;
    if (code !== 0 && message.data.length === 0) {
      this.#status(code, message);
      return;
    }
    this.#asked = Math.max(0, this.#asked - 1);
    const delivery = new Delivery(message);
    this.#pending = delivery.info.pending;
    if (this.#stopped) {
      delivery.nak(0);
      return;
    }
    this.#running.set(delivery, performance.now());
    void this.#settings.onMessage(delivery).finally(() => {
      this.#running.delete(delivery);
      if (this.#running.size === 0) this.#idle?.();
      this.#queuePull();
    });
    this.#queuePull();
  }

  #status(code: number, message: Msg): void {
    if (code === 100) return;
    const description = message.headers?.description ?? '';
    if (code === 409 && /consumer (is )?deleted/i.test(description)) {
      this.#settings.onGone(description);
      return;
    }
    const left = Number(message.headers?.get('Nats-Pending-Messages') || 0);
    if (code !== 503) {
      this.#asked = Math.max(0, this.#asked - left);
      this.#queuePull();
      return;
    }
    // No responders: the server is back before its streams are.
    this.#asked = 0;
    setTimeout(() => this.#pull(), AGAIN_MS).unref();
  }

  /** One request for all slots that came free in this turn of the event loop. */
  #queuePull(): void {
    if (this.#pullQueued) return;
    this.#pullQueued = true;
    setImmediate(() => {
      this.#pullQueued = false;
      this.#pull();
    });
  }

  #pull(): void {
    const { slots, stream, durable } = this.#settings;
    const free = slots - this.#running.size - this.#asked;
    const worthwhile = this.#asked === 0 || free >= Math.ceil(slots / 4);
    if (this.#stopped || free <= 0 || !worthwhile || this.#connection.isClosed()) return;
    this.#asked += free;
    const request = {
      batch: free,
      expires: EXPIRES_MS * NANOS,
      idle_heartbeat: IDLE_MS * NANOS,
    };
    this.#connection.publish(
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      JSON.stringify(request),
      { reply: this.#inbox },
    );
  }

  #beat(): void {
    const since = performance.now() - this.#settings.heartbeatMs;
    for (const [message, startedAt] of this.#running) {
      if (startedAt <= since) message.working();
    }
  }

  /** Signals work in progress, and asks again when the server has been silent for two heartbeats. */
  #tick(): void {
    this.#beat();
    if (performance.now() - this.#heardAt > IDLE_MS * 2.5) this.renew();
  }
}
