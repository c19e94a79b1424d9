/**
 * Where a system on one machine keeps its store and its provider's orders. Two systems of one home never
 * share a place: the second takes `nats-2`, and a run that ends with its task a folder that ends with it.
 */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withLock } from '../../infra/setup/lock.mjs';
import { Fault } from '../../shared/errors.ts';
import { isAlive } from './is-alive.ts';

export type SystemPlace = {
  /** Of nats-server. */
  readonly store: string;
  readonly providerState: string;
  /** Gone with the system; undefined for a place that stays. */
  readonly temporary: string | undefined;
  /** The place is in use as long as its system or its server lives. */
  readonly noteServer: (pid: number) => void;
  readonly release: () => void;
};

type Owner = { readonly pid: number; readonly natsPid?: number };

const SERVER_GONE_MS = 4_000;
const POLL_MS = 50;

const ONCE = /^once-(\d+)-/;

const readOwner = (file: string): Owner | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return undefined;
  }
};

const isInUse = (owner: Owner | undefined): boolean =>
  owner !== undefined &&
  (isAlive(owner.pid) || (owner.natsPid !== undefined && isAlive(owner.natsPid)));

function sweep(home: string): void {
  for (const name of readdirSync(home)) {
    const pid = Number(ONCE.exec(name)?.[1] ?? process.pid);
    if (!isAlive(pid)) rmSync(join(home, name), { recursive: true, force: true });
  }
}

function temporaryPlace(home: string): SystemPlace {
  sweep(home);
  const folder = join(home, `once-${process.pid}-${randomBytes(3).toString('hex')}`);
  mkdirSync(folder, { recursive: true });
  return {
    store: join(folder, 'nats'),
    providerState: join(folder, 'provider.jsonl'),
    temporary: folder,
    noteServer: () => undefined,
    release: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** After a crash the server has a moment left; its place is worth waiting for, since history is in it. */
async function serverGone(file: string): Promise<void> {
  const until = performance.now() + SERVER_GONE_MS;
  for (let owner = readOwner(file); performance.now() < until; owner = readOwner(file)) {
    if (owner === undefined || isAlive(owner.pid) || !isInUse(owner)) return;
    await sleep(POLL_MS);
  }
}

async function claim(home: string): Promise<SystemPlace> {
  const run = join(home, 'run');
  mkdirSync(run, { recursive: true });
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'nats' : `nats-${number}`;
    const file = join(run, `${name}.owner.json`);
    await serverGone(file);
    if (isInUse(readOwner(file))) continue;
    const write = (owner: Owner): void => writeFileSync(file, JSON.stringify(owner));
    write({ pid: process.pid });
    return {
      store: join(home, name),
      providerState: join(run, `${name}.provider.jsonl`),
      temporary: undefined,
      noteServer: (natsPid) => write({ pid: process.pid, natsPid }),
      release: () => rmSync(file, { force: true }),
    };
  }
}

function makeHome(home: string): void {
  try {
    mkdirSync(home, { recursive: true });
    accessSync(home, constants.W_OK);
  } catch (cause) {
    const { code = 'no access' } = cause as NodeJS.ErrnoException;
    throw new Fault('CONFIG_INVALID', `LOOPWRIGHT_HOME: ${home} cannot be written (${code}).`, {
      cause,
    });
  }
}

/**
 * @param home absolute path
 * @param isOnce a folder of its own that is removed at the end
 * @throws {Fault} `CONFIG_INVALID` when the home cannot be written
 */
export async function takePlace(home: string, isOnce: boolean): Promise<SystemPlace> {
  makeHome(home);
  if (isOnce) return temporaryPlace(home);
  const quiet = { log: () => undefined, waitMs: 30_000 };
  return withLock(join(home, 'run', 'claim.lock'), () => claim(home), quiet);
}
