// One process at a time: a lock file that holds the pid of its owner.
//
// The file appears with its content in one step (a hard link), so it is never seen empty. A lock
// whose owner is dead is broken under a second lock, so that two waiters cannot both break it and
// one of them delete the other's new lock.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SetupError } from './setup-error.mjs';

const POLL_MS = 100;
const BREAKING_MS_MAX = 10_000;

/** What this process holds: two calls in one process exclude each other too. */
const held = new Set();

/**
 * Does the work while holding the lock, which is released whatever happens.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {{ log: (line: string) => void, waitMs?: number }} options
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { log, waitMs = 900_000 }) {
  mkdirSync(dirname(path), { recursive: true });
  const deadline = Date.now() + waitMs;
  for (let polls = 0; !tryLock(path); polls += 1) {
    const owner = ownerOf(path);
    if (polls === 1) log(`waiting for process ${owner}, which is doing the same`);
    if (owner !== undefined && !isHeld(path, owner)) breakLock(path);
    else await delay(POLL_MS);
    if (Date.now() > deadline) {
      const cure = `If process ${owner} is not a Loopwright set-up, delete ${path}.`;
      throw new SetupError(`process ${owner} held ${path} for too long`, { cure });
    }
  }
  held.add(path);
  try {
    return await work();
  } finally {
    held.delete(path);
    rmSync(path, { force: true });
  }
}

/** @param {string} path */
function tryLock(path) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {string} path */
function ownerOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Our own pid in a lock that we do not hold is left over from an earlier process with that pid,
 * as happens in containers.
 * @param {string} path
 * @param {number} pid
 */
function isHeld(path, pid) {
  if (pid === process.pid) return held.has(path);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} path */
function breakLock(path) {
  const breaking = `${path}.breaking`;
  if (!tryLock(breaking)) {
    const age = Date.now() - (statSync(breaking, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > BREAKING_MS_MAX) rmSync(breaking, { force: true });
    return;
  }
  const owner = ownerOf(path);
  if (owner !== undefined && !isHeld(path, owner)) rmSync(path, { force: true });
  rmSync(breaking, { force: true });
}
