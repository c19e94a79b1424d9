/** Where a client works: a connection, and the namespace whose subjects it uses. */
import type { NatsConnection } from 'nats';

export type ClientBus = {
  readonly connection: NatsConnection;
  readonly namespace: string;
};
