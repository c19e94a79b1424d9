/** A command's connection, and the check that its namespace is there before anything is read from it. */
import type { NatsConnection } from 'nats';
import { apiCode, STREAM_NOT_FOUND } from '../../infra/provision-durable.ts';
import { connectBus } from '../../shared/bus/connect-bus.ts';
import { streamNames } from '../../shared/bus/resource-names.ts';
import type { Config } from '../../shared/config/read-config.ts';
import { Fault } from '../../shared/errors.ts';
import { EventLog } from '../../shared/log/event-log.ts';
import { type CommandContext, configOf } from './command-context.ts';

export type Bus = {
  readonly connection: NatsConnection;
  readonly namespace: string;
  readonly events: EventLog;
};

const PATIENCE_MS = 3_000;

/**
 * @param natsUrl instead of the configured one
 * @throws {Fault} `BUS_UNREACHABLE`, `SERVER_TOO_OLD`
 */
export async function withBus<T>(
  config: Config,
  act: (bus: Bus) => Promise<T>,
  natsUrl: string = config.natsUrl,
): Promise<T> {
  const { natsCreds: creds, natsCa: ca, namespace } = config;
  const settings = { url: natsUrl, creds, ca, name: 'cli', patienceMs: PATIENCE_MS };
  const connection = await connectBus(settings);
  const closing = new AbortController();
  try {
    const events = new EventLog(connection, namespace, closing.signal);
    return await act({ connection, namespace, events });
  } finally {
    closing.abort();
    await connection.close();
  }
}

/** @throws {Fault} `ROLE_UNREACHABLE` when no role has ever run in this namespace; `BUS_UNREACHABLE` */
export async function requireNamespace({ connection, namespace }: Bus): Promise<void> {
  const stream = streamNames(namespace).events;
  try {
    const manager = await connection.jetstreamManager();
    await manager.streams.info(stream);
  } catch (cause) {
    if (apiCode(cause) === STREAM_NOT_FOUND) {
      const facts = `The namespace ${namespace} has no log yet: no role has run in it.`;
      throw new Fault('ROLE_UNREACHABLE', facts, { cause });
    }
    throw new Fault('BUS_UNREACHABLE', 'JetStream is turned off, or does not answer.', { cause });
  }
}

/** Connects to the configured server, for commands that read or write a namespace's log. */
export const withNamespace = <T>(
  context: CommandContext,
  act: (bus: Bus) => Promise<T>,
): Promise<T> =>
  withBus(configOf(context), async (bus) => {
    await requireNamespace(bus);
    return act(bus);
  });
