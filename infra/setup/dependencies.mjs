// Installs the dependencies of the lock file, unless node_modules already holds exactly them.
//
// npm leaves what it installed in node_modules/.package-lock.json, written last, so that file is
// the stamp: it knows of an install by hand too, and an interrupted install has none.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runVisibly } from './run-command.mjs';

const INSTALL_MS = 900_000;

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Locked */
/** @typedef {{ packages: Record<string, Locked> }} Lock */

/**
 * @param {string} root
 * @returns {boolean}
 */
export function areDependenciesInstalled(root) {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = readLock(join(root, 'package-lock.json'));
  if (!matchesLock(wanted, readLock(installed), process)) return false;
  return Object.keys(readLock(installed).packages).every((path) => existsSync(join(root, path)));
}

/**
 * Whether everything the lock file wants on this platform is there in its version. An optional
 * package for another platform is left out by npm, and so is one that only the others need.
 * @param {Lock} wanted
 * @param {Lock} installed
 * @param {{ platform: string, arch: string }} machine
 * @returns {boolean}
 */
export function matchesLock(wanted, installed, { platform, arch }) {
  const belongsHere = (/** @type {Locked} */ { optional, os, cpu, libc }) =>
    !optional || Boolean(os?.includes(platform) && cpu?.includes(arch) && !libc);
  return Object.entries(wanted.packages).every(([path, locked]) => {
    const found = installed.packages[path];
    if (found) return found.version === locked.version && found.integrity === locked.integrity;
    return path === '' || !belongsHere(locked);
  });
}

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<void>}
 */
export async function installDependencies(root, env) {
  // Development packages are named because NODE_ENV=production would leave out the compiler.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const limits = { what: 'npm ci', timeoutMs: INSTALL_MS, cwd: root };
  // Under npm, the same npm does it.
  const npm = env.npm_execpath;
  if (npm?.endsWith('.js')) await runVisibly(process.execPath, [npm, ...args], limits);
  else await runVisibly('npm', args, limits);
}

/**
 * @param {string} path
 * @returns {Lock}
 */
function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
