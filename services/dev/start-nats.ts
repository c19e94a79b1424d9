/** Starts nats-server on loopback, and knows when it answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectBus } from '../../shared/bus/connect-bus.ts';
import { Fault } from '../../shared/errors.ts';
import { freePort } from './free-port.ts';
import { KeptProcess, type KeptProcessSettings } from './kept-process.ts';
import type { NatsBinary } from './nats-binary.ts';
import type { SystemPlace } from './system-place.ts';

/** Each try takes another port: between finding a free one and using it somebody else may have. */
const TRIES = 3;
const ANSWER_MS = 15_000;
const POLL_MS = 30;

/** Its routine messages, and those of a recovery after a crash, are nobody's concern here. */
const worthSaying = (line: string): string | undefined => {
  const found = /\[(ERR|FTL)\] (.*)$/.exec(line);
  return found === null ? undefined : found[2];
};

async function answers(url: string): Promise<boolean> {
  const settings = { url, creds: undefined, ca: undefined, name: 'dev', patienceMs: 1_000 };
  try {
    const connection = await connectBus(settings);
    await connection.close();
    return true;
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.code === 'SERVER_TOO_OLD') throw thrown;
    return false;
  }
}

async function hasStarted(server: KeptProcess, url: string, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + ANSWER_MS;
  while (server.deaths === 0 && performance.now() < until) {
    signal.throwIfAborted();
    if (await answers(url)) return server.deaths === 0;
    await sleep(POLL_MS);
  }
  return false;
}

export type StartedNats = { readonly url: string; readonly server: KeptProcess };

/**
 * @param common where it logs to and who guards it
 * @throws {Fault} `BUS_UNREACHABLE` with the server's last words when it does not start
 */
export async function startNats(
  binary: NatsBinary,
  place: SystemPlace,
  common: Pick<KeptProcessSettings, 'env' | 'log' | 'guard'>,
  signal: AbortSignal,
): Promise<StartedNats> {
  let words = '';
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await freePort();
    const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', place.store];
    const server: KeptProcess = new KeptProcess({
      ...common,
      name: 'nats-server',
      path: binary.path,
      args: () => args,
      stopRank: 1,
      lineOf: worthSaying,
      onStart: (pid) => place.noteServer(pid),
    });
    server.start();
    const url = `nats://127.0.0.1:${port}`;
    try {
      if (await hasStarted(server, url, signal)) return { url, server };
    } catch (thrown) {
      server.kill();
      throw thrown;
    }
    words = server.lastLine;
    server.kill();
  }
  throw new Fault('BUS_UNREACHABLE', `nats-server does not start (${words}).`);
}
