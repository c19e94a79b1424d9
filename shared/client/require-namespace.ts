/** Tells a namespace that nobody has ever used from a task that is not there. */
import { streamNames } from '../bus/resource-names.ts';
import { Fault } from '../errors.ts';
import type { ClientBus } from './client-bus.ts';

/** JetStream's error code (nats-server, server/errors.json). */
const STREAM_NOT_FOUND = 10059;

/**
 * A server that does not answer is passed over: whoever reads on waits for its return.
 *
 * @throws {Fault} `ROLE_UNREACHABLE` when no role has ever run in this namespace
 */
export async function requireNamespace({ connection, namespace }: ClientBus): Promise<void> {
  try {
    const manager = await connection.jetstreamManager({ checkAPI: false });
    await manager.streams.info(streamNames(namespace).events);
  } catch (cause) {
    const { api_error: error } = cause as { api_error?: { err_code?: number } };
    if (error?.err_code !== STREAM_NOT_FOUND) return;
    const facts = `The namespace ${namespace} has no log yet: no role has run in it.`;
    throw new Fault('ROLE_UNREACHABLE', facts, { cause });
  }
}
