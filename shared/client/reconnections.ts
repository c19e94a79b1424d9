/**
 * Tells many feeds of a connection's returns through one listener. A listener of the NATS client lives as
 * long as its connection; one for each feed would pile up in a program that waits for many tasks.
 */
import type { NatsConnection } from 'nats';
import { onReconnect } from '../bus/connect-bus.ts';

const actsOf = new WeakMap<NatsConnection, Set<() => void>>();

function listenTo(connection: NatsConnection): Set<() => void> {
  const acts = new Set<() => void>();
  actsOf.set(connection, acts);
  void onReconnect(connection, () => {
    for (const act of acts) act();
  });
  return acts;
}

/**
 * Calls back at every reconnection.
 *
 * @returns ends it
 */
export function eachReconnection(connection: NatsConnection, act: () => void): () => void {
  const acts = actsOf.get(connection) ?? listenTo(connection);
  acts.add(act);
  return () => void acts.delete(act);
}
