// Which nats-server is used, and what is said when none will do. The programs here are scripts.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findNatsBinary } from '../../../services/dev/nats-binary.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopwright-binary-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const program = (path: string, version: string): string => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\necho "nats-server: v${version}"\n`);
  chmodSync(file, 0o755);
  return file;
};

const find = (natsServer?: string) =>
  findNatsBinary({ home: join(folder, 'home'), natsServer }, join(folder, 'path'));

it('takes the configured one, then that of the home, then that of the PATH', async () => {
  const onPath = program('path/nats-server', '2.12.0');
  expect(await find()).toEqual({ path: onPath, version: '2.12.0' });
  const own = program('home/bin/nats-server', '2.13.1');
  expect(await find()).toEqual({ path: own, version: '2.13.1' });
  const given = program('given', '2.15.0');
  expect(await find(given)).toEqual({ path: given, version: '2.15.0' });
});

it('passes over one that is too old', async () => {
  program('home/bin/nats-server', '2.9.25');
  const newer = program('path/nats-server', '2.12.3');
  expect((await find()).path).toBe(newer);
});

it('says what it passed over when none will do', async () => {
  const old = program('home/bin/nats-server', '2.11.0');
  await expect(find()).rejects.toMatchObject({
    code: 'SERVER_TOO_OLD',
    facts: expect.stringContaining(`${old} is 2.11.0`),
  });
});

it('says where it looked when there is none', async () => {
  await expect(find()).rejects.toMatchObject({
    code: 'SERVER_TOO_OLD',
    facts: expect.stringContaining(join(folder, 'home', 'bin', 'nats-server')),
  });
});
