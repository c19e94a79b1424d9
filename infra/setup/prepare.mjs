// Makes a fresh clone ready to run: dependencies, build, nats-server. What is in place is left
// alone and not spoken of, so a second start is silent and needs no network.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, isBuilt } from './build.mjs';
import { areDependenciesInstalled, installDependencies } from './dependencies.mjs';
import { withLock } from './lock.mjs';
import { findNatsServer } from './nats-server.mjs';
import { reasonOf, SetupError } from './setup-error.mjs';
import { isAtLeast } from './version.mjs';

const OLDEST_NODE = '20.19.0';

export const ROOT = resolve(import.meta.dirname, '../..');

/**
 * @param {string} line
 * @returns {void}
 */
function log(line) {
  process.stderr.write(`loopwright: ${line}\n`);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<import('./nats-server.mjs').NatsServer>}
 */
export async function prepare(env) {
  if (!isAtLeast(process.versions.node, OLDEST_NODE)) {
    const cure = 'Install a newer Node.js: https://nodejs.org';
    throw new SetupError(`Node.js ${process.versions.node} is older than ${OLDEST_NODE}`, { cure });
  }
  if (!areDependenciesInstalled(ROOT) || !isBuilt(ROOT)) {
    await withLock(join(ROOT, '.loopwright', 'setup.lock'), () => installAndBuild(env), { log });
  }
  const home = resolve(env.LOOPWRIGHT_HOME || join(ROOT, '.loopwright'));
  makeHome(home);
  return findNatsServer({ home, env, log });
}

/** @param {string} home */
function makeHome(home) {
  try {
    mkdirSync(home, { recursive: true });
    accessSync(home, constants.W_OK);
  } catch (cause) {
    const { code = 'no access' } = /** @type {NodeJS.ErrnoException} */ (cause);
    throw new SetupError(`${home} cannot be written (${code})`, {
      cure: 'Set LOOPWRIGHT_HOME to a folder that you may write to.',
      cause,
    });
  }
}

/**
 * Asks again what is missing, because another process may have made it meanwhile.
 * @param {NodeJS.ProcessEnv} env
 */
async function installAndBuild(env) {
  if (!areDependenciesInstalled(ROOT)) {
    log('installing the dependencies of package-lock.json');
    await installDependencies(ROOT, env);
  }
  if (!isBuilt(ROOT)) {
    log('building into dist/');
    await build(ROOT);
  }
}

/**
 * Says why the set-up failed, and what to do.
 * @param {unknown} error
 * @returns {void}
 */
export function report(error) {
  log(reasonOf(error));
  if (error instanceof SetupError && error.cure) log(error.cure);
}
