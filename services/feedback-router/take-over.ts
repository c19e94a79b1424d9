/**
 * Taking over: a new durable from the old one's ack floor + 1, then the old one is deleted, which makes the
 * late acks of a paused zombie void.
 */
import type { ConsumerInfo, JetStreamManager, KV } from 'nats';
import { findDurable, provisionDurable } from '../../infra/provision-durable.ts';
import { routerPlan } from '../../infra/streams.ts';
import { routerDurable, streamNames } from '../../shared/bus/resource-names.ts';
import { Fault } from '../../shared/errors.ts';

const MARK = 'durable.router';

const epochOf = (name: string): number => Number(/^router-(\d+)$/.exec(name)?.[1] ?? Number.NaN);

async function routersOf(jsm: JetStreamManager, stream: string): Promise<ConsumerInfo[]> {
  const found: ConsumerInfo[] = [];
  for await (const info of jsm.consumers.list(stream))
    if (Number.isFinite(epochOf(info.name))) found.push(info);
  return found.sort((a, b) => epochOf(a.name) - epochOf(b.name));
}

export type TakenOver = {
  readonly durable: string;
  /** Last sequence of the stream at that moment: a task submitted later was touched by no earlier router. */
  readonly streamSequence: number;
};

/** @throws {Fault} `CONSUMER_MISSING` when routers worked here before and none has left its durable */
export async function takeOver(
  jsm: JetStreamManager,
  leases: KV,
  namespace: string,
  epoch: number,
): Promise<TakenOver> {
  const stream = streamNames(namespace).events;
  const olds = await routersOf(jsm, stream);
  const latest = olds.at(-1);
  const { state } = await jsm.streams.info(stream);
  const mark = await leases.get(MARK);
  if (latest === undefined && mark !== null && state.messages > 0) {
    throw new Fault(
      'CONSUMER_MISSING',
      `${stream} has history, and no durable of a router is left.`,
    );
  }
  const durable = routerDurable(epoch);
  const start = (latest?.ack_floor.stream_seq ?? 0) + 1;
  if ((await findDurable(jsm, stream, durable)) === undefined) {
    await provisionDurable(jsm, leases, routerPlan(namespace, durable, start));
  }
  await leases.put(MARK, durable);
  for (const old of olds) {
    if (old.name === durable) continue;
    await jsm.consumers.delete(stream, old.name);
    await leases.delete(`durable.${old.name}`);
  }
  return { durable, streamSequence: state.last_seq };
}
