/**
 * A file that only grows, one line for each execution: `KEY BY`. Because lines keep their order, what a
 * line added up to is the same whenever it is read.
 */
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export const ledgerFile = (home: string, name: string): string =>
  join(home, 'ledger', `${name}.txt`);

/** Keys are written without blanks, so that the first one on a line ends the key. */
const written = (key: string): string => key.replaceAll(/\s/g, '_');

/** On the disk when this returns; lines of several processes do not mix (O_APPEND). */
export async function appendToLedger(file: string, key: string, by: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a');
  try {
    await handle.write(`${written(key)} ${by}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @returns the sum up to and with the first line of that key, or undefined when there is none */
export async function totalAt(file: string, key: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return '';
    throw failure;
  });
  const rows = text.split('\n').map((line) => line.split(' '));
  const at = rows.findIndex(([first]) => first === written(key));
  if (at === -1) return undefined;
  return rows.slice(0, at + 1).reduce((sum, [, by]) => sum + Number(by), 0);
}
