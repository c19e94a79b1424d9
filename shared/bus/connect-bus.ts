/**
 * The connection to NATS. It outlives any outage: it reconnects for ever, and whoever publishes retries
 * by content id, so nothing is lost and nothing is doubled (notes: the client's defaults give up after
 * some 18 s and drop what was published meanwhile).
 */
import { readFileSync } from 'node:fs';
import { connect, credsAuthenticator, Events, type NatsConnection } from 'nats';
import { Fault } from '../errors.ts';

export type BusSettings = {
  readonly url: string;
  readonly creds: string | undefined;
  readonly ca: string | undefined;
  readonly name: string;
  /** Milliseconds to wait for the first connection; for ever when undefined. */
  readonly patienceMs?: number;
};

/** Oldest server with schedules, wildcard expected sequences and atomic batches. */
const SERVER_MIN = { major: 2, minor: 12 } as const;

export const isServerNewEnough = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > SERVER_MIN.major || (major === SERVER_MIN.major && minor >= SERVER_MIN.minor);
};

const dial = (settings: BusSettings): Promise<NatsConnection> =>
  connect({
    servers: settings.url,
    name: settings.name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 100,
    // A stack trace captured for each request costs more than the request itself.
    noAsyncTraces: true,
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: Math.min(settings.patienceMs ?? 5_000, 5_000),
    waitOnFirstConnect: settings.patienceMs === undefined,
    ...(settings.creds === undefined
      ? {}
      : { authenticator: credsAuthenticator(readFileSync(settings.creds)) }),
    ...(settings.ca === undefined ? {} : { tls: { caFile: settings.ca } }),
  });

/**
 * The client writes to its socket after every step of a promise chain. Written once a turn of the event loop
 * instead, what many tasks say at once goes out together: fewer system calls here and in the server.
 */
function writeOncePerTurn(connection: NatsConnection): void {
  const { protocol } = connection as unknown as { protocol?: { flushPending?: () => void } };
  if (typeof protocol?.flushPending !== 'function') return;
  const flushNow = protocol.flushPending.bind(protocol);
  let isQueued = false;
  protocol.flushPending = () => {
    if (isQueued) return;
    isQueued = true;
    setImmediate(() => {
      isQueued = false;
      flushNow();
    });
  };
}

/**
 * @throws {Fault} `BUS_UNREACHABLE` when no server answers within `patienceMs`; `SERVER_TOO_OLD` below 2.12
 */
export async function connectBus(settings: BusSettings): Promise<NatsConnection> {
  let connection: NatsConnection;
  try {
    connection = await dial(settings);
  } catch (cause) {
    throw new Fault('BUS_UNREACHABLE', `No NATS server answers at ${settings.url}.`, { cause });
  }
  const version = connection.info?.version ?? '0.0.0';
  if (!isServerNewEnough(version)) {
    await connection.close();
    throw new Fault('SERVER_TOO_OLD', `The server at ${settings.url} is nats-server ${version}.`);
  }
  writeOncePerTurn(connection);
  return connection;
}

/** Calls back at every reconnection, until the connection is closed. */
export async function onReconnect(connection: NatsConnection, act: () => void): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === Events.Reconnect) act();
  }
}
