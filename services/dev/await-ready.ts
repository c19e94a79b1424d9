/** A system is ready when all its roles answer and one router decides. */
import type { NatsConnection } from 'nats';
import { Fault } from '../../shared/errors.ts';
import type { KeptProcess } from './kept-process.ts';
import { isActiveRouter, readHealth } from './read-health.ts';

const POLL_MS = 60;
const PATIENCE_MS = 60_000;

/** Who dies so often before it was ready will not get there. */
const DEATHS_MAX = 3;

const missing = (roles: readonly KeptProcess[]): string => roles.map(({ name }) => name).join(', ');

function failFast(roles: readonly KeptProcess[]): void {
  const hopeless = roles.find(({ deaths }) => deaths >= DEATHS_MAX);
  if (hopeless === undefined) return;
  const { name, deaths, lastLine } = hopeless;
  throw new Fault('ROLE_UNREACHABLE', `${name} ended ${deaths} times while starting: ${lastLine}`);
}

/**
 * @throws {Fault} `ROLE_UNREACHABLE`, naming who is missing
 */
export async function awaitReady(
  connection: NatsConnection,
  namespace: string,
  roles: readonly KeptProcess[],
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    signal.throwIfAborted();
    failFast(roles);
    const health = await readHealth(connection, namespace, POLL_MS);
    const alive = new Set(health.map(({ pid }) => pid));
    const absent = roles.filter(({ pid }) => pid === undefined || !alive.has(pid));
    if (absent.length === 0 && health.some(isActiveRouter)) return;
    if (performance.now() > until) {
      const who = absent.length > 0 ? `no answer from ${missing(absent)}` : 'no router is active';
      throw new Fault('ROLE_UNREACHABLE', `The system is not ready: ${who}.`);
    }
  }
}
