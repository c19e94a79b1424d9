// One set-up at a time, and none that waits for the dead.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from '../../../infra/setup/lock.mjs';

let folder: string;
let path: string;
const log = () => {};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopwright-lock-'));
  path = join(folder, 'deep', 'lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('names its owner while it is held, and is gone afterwards', async () => {
  const owner = await withLock(path, () => Promise.resolve(readFileSync(path, 'utf8')), { log });
  expect(owner).toBe(String(process.pid));
  expect(readdirSync(join(folder, 'deep'))).toEqual([]);
});

test('is released when the work fails', async () => {
  const work = () => Promise.reject(new Error('broken'));
  await expect(withLock(path, work, { log })).rejects.toThrow('broken');
  expect(existsSync(path)).toBe(false);
});

test('is taken from an owner that is dead', async () => {
  await withLock(path, () => Promise.resolve(), { log });
  writeFileSync(path, String(spawnSync('true').pid));
  expect(await withLock(path, () => Promise.resolve('mine'), { log })).toBe('mine');
});

test('is taken from an earlier process that had our own pid', async () => {
  await withLock(path, () => Promise.resolve(), { log });
  writeFileSync(path, String(process.pid));
  expect(await withLock(path, () => Promise.resolve('mine'), { log })).toBe('mine');
});

test('is not taken from an owner that is alive, and says whom it waited for', async () => {
  await withLock(path, () => Promise.resolve(), { log });
  writeFileSync(path, String(process.ppid));
  const lines: string[] = [];
  const options = { log: (line: string) => lines.push(line), waitMs: 150 };
  await expect(withLock(path, () => Promise.resolve(), options)).rejects.toMatchObject({
    cure: expect.stringContaining(`delete ${path}`),
  });
  expect(lines).toEqual([`waiting for process ${process.ppid}, which is doing the same`]);
  expect(readFileSync(path, 'utf8')).toBe(String(process.ppid));
});
