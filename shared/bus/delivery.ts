/** One delivered message and what may be said about it (JetStream's acknowledgement protocol). */
import type { Msg } from 'nats';

export type DeliveryInfo = {
  /** Place in the stream. */
  readonly sequence: number;
  /** Place among this durable's deliveries; a gap means that a delivery was lost on the way. */
  readonly deliverySequence: number;
  /** 1 at the first delivery. */
  readonly deliveries: number;
  /** When the message was stored, in milliseconds since 1970. */
  readonly storedAtMs: number;
  /** Messages that this durable has still to deliver. */
  readonly pending: number;
};

const NANOS = 1_000_000;

/** `$JS.ACK.[<domain>.<account>.]<stream>.<consumer>.<delivered>.<seq>.<consumer seq>.<nanos>.<pending>` */
const readInfo = (reply: string): DeliveryInfo => {
  const tokens = reply.split('.');
  const at = tokens.length > 9 ? 4 : 2;
  const [deliveries, sequence, deliverySequence, nanos, pending] = tokens.slice(at + 2).map(Number);
  return {
    deliveries: deliveries ?? 1,
    sequence: sequence ?? 0,
    deliverySequence: deliverySequence ?? 0,
    storedAtMs: Math.floor((nanos ?? 0) / NANOS),
    pending: pending ?? 0,
  };
};

export class Delivery {
  readonly message: Msg;
  readonly info: DeliveryInfo;
  #settled = false;

  constructor(message: Msg) {
    this.message = message;
    this.info = readInfo(message.reply ?? '');
  }

  get subject(): string {
    return this.message.subject;
  }

  text(): string {
    return this.message.string();
  }

  ack(): void {
    this.#settle('+ACK');
  }

  /** Gives the message back for `delayMs`; a bare nak would come back at once and burn deliveries. */
  nak(delayMs: number): void {
    this.#settle(`-NAK {"delay":${Math.max(1, Math.round(delayMs * NANOS))}}`);
  }

  /** Never to be delivered again. */
  term(reason: string): void {
    this.#settle(`+TERM ${reason}`);
  }

  /** Asks for another ack_wait. */
  working(): void {
    if (!this.#settled) this.message.respond('+WPI');
  }

  #settle(word: string): void {
    if (this.#settled) return;
    this.#settled = true;
    this.message.respond(word);
  }
}
