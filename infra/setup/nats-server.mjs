// Finds a nats-server that is new enough, or fetches one into `<home>/bin`.
//
// In order: NATS_URL, LOOPWRIGHT_NATS_SERVER, the PATH, `<home>/bin`, the official release, Debian, Docker. Each way that
// fails says why in one line, and the next is tried.
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOnPath, isExecutable } from './find-on-path.mjs';
import { withLock } from './lock.mjs';
import { natsFromDebian } from './nats-from-debian.mjs';
import { natsFromDocker } from './nats-from-docker.mjs';
import { natsFromRelease } from './nats-from-release.mjs';
import { runCommand } from './run-command.mjs';
import { reasonOf, SetupError } from './setup-error.mjs';
import { isAtLeast, parseVersion } from './version.mjs';

const OLDEST = '2.12.0';
const ANSWER_MS = 10_000;

/** @typedef {(options: { folder: string }) => Promise<string>} Fetch */
/** @typedef {{ kind: 'binary', path: string, version: string, from: string }} NatsBinary */
/** @typedef {{ kind: 'url', url: string } | NatsBinary} NatsServer */

/** @type {[string, Fetch][]} */
const WAYS = [
  ['the official release', natsFromRelease],
  ['Debian unstable', natsFromDebian],
  ['the Docker image', natsFromDocker],
];

/**
 * @param {object} options
 * @param {string} options.home
 * @param {NodeJS.ProcessEnv} options.env
 * @param {(line: string) => void} options.log
 * @param {[string, Fetch][]} [options.ways] where to fetch from, for tests
 * @returns {Promise<NatsServer>}
 */
export async function findNatsServer({ home, env, log, ways = WAYS }) {
  if (env.NATS_URL) return { kind: 'url', url: env.NATS_URL };
  if (env.LOOPWRIGHT_NATS_SERVER) return theGivenOne(env.LOOPWRIGHT_NATS_SERVER, log);
  const here = join(home, 'bin', 'nats-server');
  const found = await firstUsable([...findOnPath('nats-server', env.PATH), here], log);
  if (found) return found;
  return withLock(join(home, 'nats-server.lock'), () => fetchServer(here, ways, log), { log });
}

/**
 * A server that was named is used or refused, never replaced by another one.
 * @param {string} path
 * @param {(line: string) => void} log
 * @returns {Promise<NatsBinary>}
 */
async function theGivenOne(path, log) {
  const found = isExecutable(path) ? await firstUsable([path], log) : undefined;
  if (found) return found;
  throw new SetupError(`LOOPWRIGHT_NATS_SERVER: ${path} is no nats-server ${OLDEST} or newer`, {
    cure: 'Point it at one, or unset it to have one found or fetched.',
  });
}

/**
 * @param {string} here
 * @param {[string, Fetch][]} ways
 * @param {(line: string) => void} log
 * @returns {Promise<NatsBinary>}
 */
async function fetchServer(here, ways, log) {
  // Another process may have fetched it while this one waited for the lock.
  const found = await firstUsable([here], () => {});
  if (found) return found;
  for (const [from, fetchInto] of ways) {
    log(`no nats-server ${OLDEST} or newer here: fetching it from ${from}`);
    const folder = mkdtempSync(join(tmpdir(), 'loopwright-'));
    try {
      const version = await place(await fetchInto({ folder }), here);
      return { kind: 'binary', path: here, version, from };
    } catch (error) {
      log(`not from ${from}: ${reasonOf(error)}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  throw new SetupError(`no nats-server ${OLDEST} or newer was found or could be fetched`, {
    cure: `Put one on the PATH or at ${here} (https://nats.io/download), or set NATS_URL to a running one.`,
  });
}

/**
 * @param {string[]} paths
 * @param {(line: string) => void} log
 * @returns {Promise<NatsBinary | undefined>}
 */
async function firstUsable(paths, log) {
  for (const path of paths.filter(isExecutable)) {
    try {
      return { kind: 'binary', path, version: await checkedVersion(path), from: 'this machine' };
    } catch (error) {
      log(`passed over ${path}: ${reasonOf(error)}`);
    }
  }
  return undefined;
}

/**
 * Proves that the program runs here and is new enough.
 * @param {string} path
 * @returns {Promise<string>}
 */
async function checkedVersion(path) {
  const answer = await runCommand(path, ['--version'], { timeoutMs: ANSWER_MS });
  const version = parseVersion(answer);
  if (!version) throw new SetupError(`it calls itself ${answer.trim() || 'nothing'}`);
  if (!isAtLeast(version, OLDEST)) {
    throw new SetupError(`version ${version} is older than ${OLDEST}`);
  }
  return version;
}

/**
 * Puts a checked program in its place in one step, so that nobody sees half of it.
 * @param {string} program
 * @param {string} here
 * @returns {Promise<string>}
 */
async function place(program, here) {
  const draft = `${here}.${process.pid}`;
  mkdirSync(join(here, '..'), { recursive: true });
  try {
    copyFileSync(program, draft);
    chmodSync(draft, 0o755);
    const version = await checkedVersion(draft);
    renameSync(draft, here);
    return version;
  } finally {
    rmSync(draft, { force: true });
  }
}
