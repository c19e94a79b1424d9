// Finds programs on the PATH.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Every executable file of this name on the PATH, in its order.
 * @param {string} name
 * @param {string | undefined} path
 * @returns {string[]}
 */
export function findOnPath(name, path = '') {
  const folders = path.split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).filter(isExecutable);
}

/**
 * @param {string} path
 * @returns {boolean}
 */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
