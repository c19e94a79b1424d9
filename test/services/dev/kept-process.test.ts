// A child that dies is started again, says so, and stays down once it was stopped.
import { afterEach, expect, it } from 'vitest';
import { isAlive } from '../../../services/dev/is-alive.ts';
import { KeptProcess } from '../../../services/dev/kept-process.ts';
import { eventually } from '../../support/eventually.ts';

let child: KeptProcess | undefined;
afterEach(() => child?.kill());

const keep = (code: string) => {
  const lines: string[] = [];
  const guarded = new Set<number>();
  child = new KeptProcess({
    name: 'child',
    path: process.execPath,
    args: () => ['-e', code],
    env: {},
    stopRank: 0,
    log: (line) => lines.push(line),
    guard: { watch: (pid) => guarded.add(pid), forget: (pid) => guarded.delete(pid) },
  });
  child.start();
  return { child, lines, guarded };
};

const STAY = 'setInterval(() => {}, 1000); console.error("up")';
const DEAF = `process.on("SIGTERM", () => {}); ${STAY}`;

const isUp = (lines: readonly string[], pid: number | undefined): void =>
  expect(lines).toContain(`[child ${pid}] up`);

it('starts again what was killed, under a new id, and says so', async () => {
  const { child: kept, lines, guarded } = keep(STAY);
  const first = kept.pid ?? 0;
  await eventually(() => isUp(lines, first));
  process.kill(first, 'SIGKILL');
  await eventually(() => {
    expect(kept.pid).not.toBe(first);
    isUp(lines, kept.pid);
  });
  expect(lines).toContain(`child ${first} ended (SIGKILL); it starts again in 0.2 s`);
  expect(kept.deaths).toBe(1);
  expect([...guarded]).toEqual([kept.pid]);
});

it('tells what a child said last that ends by itself', async () => {
  const { child: kept } = keep('console.error("no such thing"); process.exitCode = 3');
  await eventually(() => expect(kept.deaths).toBeGreaterThan(1));
  expect(kept.lastLine).toBe('no such thing');
});

it('reports a program that is not there instead of throwing', async () => {
  const lines: string[] = [];
  child = new KeptProcess({
    name: 'child',
    path: '/nonexistent/program',
    args: () => [],
    env: {},
    stopRank: 0,
    log: (line) => lines.push(line),
    guard: { watch: () => undefined, forget: () => undefined },
  });
  child.start();
  await eventually(() => expect(lines.join('\n')).toContain('it cannot be started'));
});

it('stays down once stopped', async () => {
  const { child: kept, lines, guarded } = keep(STAY);
  const pid = kept.pid ?? 0;
  await eventually(() => isUp(lines, pid));
  await kept.stop(10_000);
  expect(isAlive(pid)).toBe(false);
  expect(kept.pid).toBeUndefined();
  expect(guarded.size).toBe(0);
});

it('is ended by force when it does not listen', async () => {
  const { child: kept, lines } = keep(DEAF);
  const pid = kept.pid ?? 0;
  await eventually(() => isUp(lines, pid));
  await kept.stop(100);
  expect(isAlive(pid)).toBe(false);
});
