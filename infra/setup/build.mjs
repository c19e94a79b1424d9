// Compiles the sources into dist/, unless dist/ was compiled from exactly these sources.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runVisibly } from './run-command.mjs';

const BUILD_MS = 300_000;
const SOURCES = ['infra', 'machines', 'services', 'shared', 'test'];
const SETTINGS = ['package-lock.json', 'package.json', 'tsconfig.json'];

/**
 * @param {string} root
 * @returns {boolean}
 */
export function isBuilt(root) {
  const stamp = stampPath(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root);
}

/**
 * @param {string} root
 * @returns {Promise<void>}
 */
export async function build(root) {
  // Taken before the compiler reads, so that an edit made meanwhile is compiled next time.
  const stamp = fingerprint(root);
  // What has no source any more must not stay behind and run.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  const args = [compiler, '-p', join(root, 'tsconfig.json')];
  const limits = { what: 'the build', timeoutMs: BUILD_MS, cwd: root };
  await runVisibly(process.execPath, args, limits);
  writeFileSync(stampPath(root), stamp);
}

/**
 * A hash of names and contents: times change with every checkout, contents do not.
 * @param {string} root
 * @returns {string}
 */
export function fingerprint(root) {
  const hash = createHash('sha256');
  const inside = SOURCES.flatMap((folder) => filesIn(root, folder));
  for (const file of [...inside, ...SETTINGS].filter((file) => existsSync(join(root, file)))) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)).sort();
}

/** @param {string} root */
function stampPath(root) {
  return join(root, 'dist', '.built-from');
}
