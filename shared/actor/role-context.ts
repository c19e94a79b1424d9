/** What every role has: its connection, its log, its blobs, its logger, and a signal for its end. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { NatsConnection } from 'nats';
import { connectBus } from '../bus/connect-bus.ts';
import type { Config } from '../config/read-config.ts';
import type { Writer } from '../events/new-event.ts';
import { BlobStore } from '../log/blob-store.ts';
import { EventLog } from '../log/event-log.ts';
import { type Logger, newLogger } from '../telemetry/logger.ts';

/** The role as subjects name it; `feedback-router` is `router` there. */
export type Role = Extract<Writer, 'router' | 'planner' | 'executor' | 'observer'>;

export type RoleContext = {
  readonly role: Role;
  /** Unique to this life of this process. */
  readonly instance: string;
  readonly config: Config;
  readonly namespace: string;
  readonly connection: NatsConnection;
  readonly events: EventLog;
  readonly blobs: BlobStore;
  readonly logger: Logger;
  readonly closing: AbortController;
};

/** After so long a wait for the server, the log says what is waited for. */
const SILENCE_MS = 2_000;

/** @throws {Fault} `SERVER_TOO_OLD`; an unreachable server is waited for */
export async function openRole(role: Role, config: Config): Promise<RoleContext> {
  const instance = `${role}-${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}-${process.pid}-${randomBytes(3).toString('hex')}`;
  const logger = newLogger(role, instance, config);
  const silence = setTimeout(() => {
    logger.warn({}, `no NATS server answers at ${config.natsUrl} yet; waiting for it`);
  }, SILENCE_MS);
  const connection = await connectBus({
    url: config.natsUrl,
    creds: config.natsCreds,
    ca: config.natsCa,
    name: instance,
  }).finally(() => clearTimeout(silence));
  const closing = new AbortController();
  const { namespace } = config;
  return {
    role,
    instance,
    config,
    namespace,
    connection,
    events: new EventLog(connection, namespace, closing.signal),
    blobs: new BlobStore(connection, namespace),
    logger,
    closing,
  };
}
