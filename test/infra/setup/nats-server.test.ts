// Where a nats-server is taken from, with shell scripts in its place.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findNatsServer } from '../../../infra/setup/nats-server.mjs';

let folder: string;
let home: string;
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopwright find '));
  home = join(folder, 'home');
  lines = [];
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('takes NATS_URL and looks no further', async () => {
  program('path/nats-server', 'nats-server: v2.15.1');
  const server = await find({ env: { NATS_URL: 'nats://there:4222' } });
  expect(server).toEqual({ kind: 'url', url: 'nats://there:4222' });
});

test('prefers the PATH to the home folder', async () => {
  const path = program('path/nats-server', 'nats-server: v2.12.0');
  program('home/bin/nats-server', 'nats-server: v2.15.1');
  expect(await find()).toEqual({ kind: 'binary', path, version: '2.12.0', from: 'this machine' });
  expect(lines).toEqual([]);
});

test('passes over one that is too old, and says so', async () => {
  const old = program('path/nats-server', 'nats-server: v2.10.27');
  const path = program('home/bin/nats-server', 'nats-server: v2.15.1');
  expect(await find()).toMatchObject({ path, version: '2.15.1' });
  expect(lines).toEqual([`passed over ${old}: version 2.10.27 is older than 2.12.0`]);
});

test('passes over one that does not run', async () => {
  const broken = program('path/nats-server', 'no', 3);
  const path = program('home/bin/nats-server', 'nats-server: v2.15.1');
  expect(await find()).toMatchObject({ path });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`passed over ${broken}: `);
});

test('goes on to the next way when one fails, and keeps what it fetched', async () => {
  const ways: Ways = [
    ['nowhere', () => Promise.reject(new Error('no network'))],
    ['an old shelf', () => Promise.resolve(program('shelf/old', 'nats-server: v2.9.0'))],
    ['a shelf', () => Promise.resolve(program('shelf/new', 'nats-server: v2.15.1'))],
  ];
  const path = join(home, 'bin', 'nats-server');
  expect(await find({ ways })).toEqual({
    kind: 'binary',
    path,
    version: '2.15.1',
    from: 'a shelf',
  });
  expect(lines.filter((line) => line.startsWith('not from'))).toEqual([
    'not from nowhere: no network',
    'not from an old shelf: version 2.9.0 is older than 2.12.0',
  ]);
  expect(await find({ ways: [] })).toMatchObject({ path, from: 'this machine' });
});

test('fetches once when two ask at the same time', async () => {
  let fetches = 0;
  const ways: Ways = [
    [
      'a shelf',
      () => {
        fetches += 1;
        return Promise.resolve(program('shelf/new', 'nats-server: v2.15.1'));
      },
    ],
  ];
  const [one, other] = await Promise.all([find({ ways }), find({ ways })]);
  expect(one).toMatchObject({ kind: 'binary', version: '2.15.1' });
  expect(other).toMatchObject({ kind: 'binary', version: '2.15.1' });
  expect(fetches).toBe(1);
});

test('says the cure when every way fails, and leaves nothing behind', async () => {
  const ways: Ways = [['nowhere', () => Promise.reject(new Error('no network'))]];
  await expect(find({ ways })).rejects.toMatchObject({
    message: 'no nats-server 2.12.0 or newer was found or could be fetched',
    cure: expect.stringContaining('set NATS_URL'),
  });
  expect(existsSync(join(home, 'bin'))).toBe(false);
  expect(existsSync(join(home, 'nats-server.lock'))).toBe(false);
});

type Ways = NonNullable<Parameters<typeof findNatsServer>[0]['ways']>;

function find({ env = {}, ways = [] }: { env?: NodeJS.ProcessEnv; ways?: Ways } = {}) {
  const log = (line: string) => lines.push(line);
  const path = `${join(folder, 'empty')}:${join(folder, 'path')}`;
  return findNatsServer({ home, env: { PATH: path, ...env }, log, ways });
}

function program(name: string, answer: string, exitCode = 0): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\necho '${answer}'\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
  return path;
}
