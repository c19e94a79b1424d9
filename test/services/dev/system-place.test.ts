// Two systems of one home never share a store, and a crashed one's place is taken again.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backOffMs } from '../../../services/dev/back-off.ts';
import { announceSystem, withdrawSystem } from '../../../services/dev/dev-file.ts';
import { isAlive } from '../../../services/dev/is-alive.ts';
import { takePlace } from '../../../services/dev/system-place.ts';
import { readDevFile } from '../../../shared/config/read-config.ts';

let home: string;

beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), 'loopwright-home-')), 'home');
});
afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }));

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['--version']).pid;

it('gives the second system a store of its own', async () => {
  const first = await takePlace(home, false);
  const second = await takePlace(home, false);
  expect(first.store).toBe(join(home, 'nats'));
  expect(second.store).toBe(join(home, 'nats-2'));
  expect(first.providerState).not.toBe(second.providerState);
});

it('gives a released place away again', async () => {
  (await takePlace(home, false)).release();
  expect((await takePlace(home, false)).store).toBe(join(home, 'nats'));
});

it('gives systems that start at once different places', async () => {
  const places = await Promise.all(Array.from({ length: 4 }, () => takePlace(home, false)));
  expect(new Set(places.map(({ store }) => store)).size).toBe(4);
});

it('takes the place of a system that is dead with its server', async () => {
  mkdirSync(join(home, 'run'), { recursive: true });
  const owner = { pid: deadPid(), natsPid: deadPid() };
  writeFileSync(join(home, 'run', 'nats.owner.json'), JSON.stringify(owner));
  expect((await takePlace(home, false)).store).toBe(join(home, 'nats'));
});

it('leaves the place of a dead system alone while its server lives', async () => {
  mkdirSync(join(home, 'run'), { recursive: true });
  const owner = { pid: deadPid(), natsPid: process.pid };
  writeFileSync(join(home, 'run', 'nats.owner.json'), JSON.stringify(owner));
  expect((await takePlace(home, false)).store).toBe(join(home, 'nats-2'));
});

it('removes a temporary place with its system, and those of dead ones', async () => {
  const left = join(home, `once-${deadPid()}-abcdef`);
  mkdirSync(left, { recursive: true });
  const place = await takePlace(home, true);
  expect(existsSync(left)).toBe(false);
  expect(place.temporary).toContain(`once-${process.pid}-`);
  place.release();
  expect(readdirSync(home)).toEqual([]);
});

it('announces one living system of a home', () => {
  mkdirSync(home, { recursive: true });
  const file = {
    natsUrl: 'nats://127.0.0.1:1',
    providerUrl: 'http://127.0.0.1:2',
    pid: process.ppid,
  };
  expect(announceSystem(home, { ...file, pid: deadPid() })).toBe(true);
  expect(announceSystem(home, file)).toBe(true);
  expect(announceSystem(home, { ...file, pid: process.pid })).toBe(false);
  expect(readDevFile(home)).toEqual(file);
  withdrawSystem(home, process.pid);
  expect(readDevFile(home)).toEqual(file);
  withdrawSystem(home, process.ppid);
  expect(existsSync(join(home, 'dev.json'))).toBe(false);
});

it('knows who is alive', () => {
  expect(isAlive(process.pid)).toBe(true);
  expect(isAlive(deadPid())).toBe(false);
});

it('waits longer after each death, up to five seconds', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map(backOffMs)).toEqual([
    200, 400, 800, 1_600, 3_200, 5_000, 5_000,
  ]);
});
