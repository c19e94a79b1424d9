/** `<home>/dev.json`: how every command finds the system that runs here. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DevFile, readDevFile } from '../../shared/config/read-config.ts';

/**
 * Written in one step, so that nobody reads half of it.
 *
 * @returns false when another living system has announced itself there: it stays
 */
export function announceSystem(home: string, file: DevFile): boolean {
  const other = readDevFile(home);
  if (other !== undefined && other.pid !== file.pid) return false;
  const path = join(home, 'dev.json');
  const draft = `${path}.${file.pid}`;
  writeFileSync(draft, `${JSON.stringify(file)}\n`);
  renameSync(draft, path);
  return true;
}

/** Removes the file when it is ours. */
export function withdrawSystem(home: string, pid: number): void {
  if (readDevFile(home)?.pid === pid) rmSync(join(home, 'dev.json'), { force: true });
}
