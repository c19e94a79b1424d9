/** The guard itself (see `guard.ts`): waits for the end of stdin, then ends what it was told of. */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './is-alive.ts';

type Message = {
  readonly watch?: number;
  readonly stopRank?: number;
  readonly forget?: number;
  readonly folder?: string;
  readonly done?: boolean;
};

/** Each rank has so long between SIGTERM and SIGKILL; two ranks are over in less than two seconds. */
const GRACE_MS = 700;
const POLL_MS = 20;

const watched = new Map<number, number>();
let folder: string | undefined;

const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended by itself.
    }
  }
};

async function endRank(rank: number): Promise<void> {
  const pids = [...watched].filter(([, own]) => own === rank).map(([pid]) => pid);
  signalAll(pids, 'SIGTERM');
  const until = performance.now() + GRACE_MS;
  while (pids.some(isAlive) && performance.now() < until) await sleep(POLL_MS);
  signalAll(pids.filter(isAlive), 'SIGKILL');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as Message;
  if (message.watch !== undefined) watched.set(message.watch, message.stopRank ?? 0);
  if (message.forget !== undefined) watched.delete(message.forget);
  if (message.folder !== undefined) folder = message.folder;
  if (message.done === true) process.exit(0);
}
await endRank(0);
await endRank(1);
if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
