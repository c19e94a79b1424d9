/**
 * The role host: letters of one durable in, a handler's work, an acknowledgement out. It owns whatever is
 * the same for every role: heartbeats while work runs, delayed naks, the limit of deliveries, parking.
 *
 * H1. A letter is acknowledged only after all that it asks for is in the log.
 * H2. A nak always has a delay, and is only for less than two seconds.
 * H3. Deliveries are counted before the letter is read, so one that kills its reader is parked too.
 */
import type { Delivery } from '../bus/delivery.ts';
import { Puller } from '../bus/puller.ts';
import { Fault, toFault } from '../errors.ts';
import type { LoopEvent } from '../events/catalog.ts';
import { parseEvent } from '../events/parse-event.ts';
import { park } from './dead-letter.ts';
import type { RoleContext } from './role-context.ts';

export type Letter = {
  readonly event: LoopEvent;
  readonly delivery: Delivery;
  /** Redelivered, or older than a minute: the task is read before anything is done. */
  readonly isSuspect: boolean;
};

export type LetterSource = {
  readonly stream: string;
  readonly durable: string;
  readonly slots: number;
  readonly heartbeatMs: number;
  readonly handle: (letter: Letter) => Promise<void>;
  readonly onGone?: (reason: string) => void;
  /** Sees every delivery before it is read. */
  readonly onDelivery?: (delivery: Delivery) => void;
};

/** A letter that was delivered so often has killed its readers. */
const DELIVERIES_MAX = 30;
/** A letter whose handler failed so often will not do better. */
const FAILURES_MAX = 5;
const OLD_MS = 60_000;
const NAK_MS_MAX = 1_900;

const nakDelayMs = (deliveries: number): number =>
  Math.min(NAK_MS_MAX, 100 * 2 ** Math.min(deliveries, 5));

const readLetter = (delivery: Delivery): Letter => {
  if (delivery.message.headers?.has('Nats-Stream') === true) {
    throw new Fault('EVENT_FORGED', `${delivery.subject} carries a server's answer.`);
  }
  const { deliveries, storedAtMs } = delivery.info;
  const isSuspect = deliveries > 1 || Date.now() - storedAtMs > OLD_MS;
  return { event: parseEvent(delivery.text()), delivery, isSuspect };
};

async function settle(context: RoleContext, delivery: Delivery, thrown: unknown): Promise<void> {
  const fault = toFault(thrown);
  const { deliveries } = delivery.info;
  context.logger.debug({ code: fault.code, subject: delivery.subject, deliveries }, fault.facts);
  if (fault.disposition === 'crash') throw fault;
  // An outage, or another writer, is not the letter's fault.
  const isBlameless = fault.code === 'BUS_UNREACHABLE' || fault.code === 'CONFLICT';
  if (fault.disposition === 'retry' && (isBlameless || deliveries < FAILURES_MAX)) {
    delivery.nak(nakDelayMs(deliveries));
    return;
  }
  await park(context, delivery, fault, true);
}

const exhausted = (delivery: Delivery): Fault =>
  new Fault(
    'DELIVERIES_EXHAUSTED',
    `${delivery.subject} was delivered ${delivery.info.deliveries} times without success.`,
  );

async function attend(
  context: RoleContext,
  source: LetterSource,
  delivery: Delivery,
): Promise<void> {
  try {
    source.onDelivery?.(delivery);
    if (delivery.info.deliveries > DELIVERIES_MAX) throw exhausted(delivery);
    await source.handle(readLetter(delivery));
    delivery.ack();
  } catch (thrown) {
    // A connection that is closing leaves the letter to the next reader.
    if (context.closing.signal.aborted && context.connection.isClosed()) return;
    await settle(context, delivery, thrown).catch((again: unknown) => {
      context.logger.error({ subject: delivery.subject }, toFault(again).message);
      delivery.nak(NAK_MS_MAX);
    });
  }
}

/** Starts serving; stop the returned puller to drain. */
export function serveLetters(context: RoleContext, source: LetterSource): Puller {
  const puller = new Puller(context.connection, {
    stream: source.stream,
    durable: source.durable,
    slots: source.slots,
    heartbeatMs: source.heartbeatMs,
    onMessage: (delivery) => attend(context, source, delivery),
    onGone: (reason) => source.onGone?.(reason),
  });
  puller.start();
  return puller;
}
