/** The folder that mails are put into instead of being sent: one file a mail, named by its key. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const SAFE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A key that could leave the folder or break a file system is replaced by its hash. */
export const fileNameOf = (key: string): string => `${SAFE_NAME.test(key) ? key : hashOf(key)}.eml`;

/** The same for every mail of the same key. */
export const messageIdOf = (key: string): string =>
  `<${hashOf(key).slice(0, 32)}@loopwright.local>`;

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/**
 * Puts a mail into the folder, whole or not at all. One that is there already stays as it is.
 *
 * @returns the file's path
 */
export async function putMail(folder: string, key: string, text: string): Promise<string> {
  const file = join(folder, fileNameOf(key));
  if (await exists(file)) return file;
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `.${randomUUID()}.tmp`);
  try {
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (failure) {
    await rm(draft, { force: true });
    throw failure;
  }
  return file;
}
