// `start --once`: a system of its own, one task, its exit code, and nothing left behind.
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAlive } from '../../../services/dev/is-alive.ts';
import { eventually } from '../../support/eventually.ts';
import { CliHome, type Json } from './run-cli.ts';

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
});
afterEach(() => home.close());

const pidsOf = (ready: Json): number[] => (ready.pids as { pid: number }[]).map(({ pid }) => pid);

const planOf = (...steps: object[]): string => {
  const file = join(home.path, 'plan.json');
  writeFileSync(file, JSON.stringify({ goal: 'a goal', steps }));
  return file;
};

it('books one flight and one hotel, once each, and leaves nothing running', async () => {
  const { code, lines, stdout } = await home.run(['start', '--once', '--json']);
  expect(code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .every((line) => line.startsWith('{"')),
  ).toBe(true);
  expect(lines.at(-1)).toMatchObject({
    type: 'result',
    status: 'completed',
    counts: { accepted: 4, failed: 0, skipped: 0, cancelled: 0, total: 4 },
  });
  const effects = lines.find(({ type }) => type === 'effects')?.effects as object[];
  expect(effects).toHaveLength(2);
  for (const effect of effects) expect(effect).toMatchObject({ effects: 1, calls: 1 });
  const ready = lines.find(({ type }) => type === 'ready') as Json;
  expect(pidsOf(ready).filter(isAlive)).toEqual([]);
  expect(readdirSync(home.path)).toEqual([]);
});

it('shows the plan and its changes in the language of the goal', async () => {
  const { code, stdout } = await home.run(['start', '--once']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Loopwright \d+\.\d+\.\d+ · nats-server 2\.\d+\.\d+ · given plans/);
  expect(stdout).toMatch(/planner \d+ · executor \d+ · observer \d+ · feedback-router \d+/);
  expect(stdout).toMatch(/s3 book_flight: 通过 1\.000/);
  expect(stdout).toContain('供应商处实际生效: flight 1 (s3), hotel 1 (s4)');
  expect(stdout).not.toContain('\u001B[');
});

it('ends with 5 for a goal that needs a model, and says the cure', async () => {
  const { code, lines } = await home.run(['start', '--once', '--json', 'plan it yourself']);
  expect(code).toBe(5);
  expect(lines.at(-1)).toMatchObject({ type: 'result', status: 'failed', class: 'infeasible' });
  expect(lines.at(-1)?.cure).toMatch(/plan/i);
});

it('ends with 7 for a plan that asks a person, and tells how to answer', async () => {
  const plan = planOf({ id: 'q', kind: 'ask', description: 'Which city?' });
  const { code, stdout } = await home.run(['start', '--once', '--plan', plan]);
  expect(code).toBe(7);
  expect(stdout).toContain('Which city?');
  expect(stdout).toMatch(/npx loopwright answer t[a-z2-7]{20} h1/);
});

it('stops cleanly when it is interrupted, and a second SIGINT at once is the same', async () => {
  const plan = planOf({ id: 'a', tool: 'sleep', params: { ms: 60_000 } });
  const run = home.start(['start', '--once', '--json', '--plan', plan]);
  const ready = await eventually(() => run.line('ready'), { withinMs: 60_000 });
  await eventually(() => run.line('step.dispatched'));
  run.child.kill('SIGINT');
  run.child.kill('SIGINT');
  expect((await run.ended).code).toBe(130);
  expect(pidsOf(ready).filter(isAlive)).toEqual([]);
  expect(readdirSync(home.path)).toEqual(['plan.json']);
});

it('leaves nothing behind when it is interrupted while it starts', async () => {
  const run = home.start(['start', '--once', '--json']);
  await eventually(() => {
    const once = readdirSync(home.path).find((name) => name.startsWith('once-')) ?? 'absent';
    expect(existsSync(join(home.path, once, 'nats'))).toBe(true);
  });
  run.child.kill('SIGTERM');
  expect((await run.ended).code).toBe(143);
  expect(readdirSync(home.path)).toEqual([]);
});

it('leaves no process and no folder behind when it is killed', async () => {
  const plan = planOf({ id: 'a', tool: 'sleep', params: { ms: 60_000 } });
  const run = home.start(['start', '--once', '--json', '--plan', plan]);
  const ready = await eventually(() => run.line('ready'), { withinMs: 60_000 });
  run.child.kill('SIGKILL');
  await eventually(() => expect(pidsOf(ready).filter(isAlive)).toEqual([]), { withinMs: 3_000 });
  await eventually(() => expect(readdirSync(home.path)).toEqual(['plan.json']));
});

it('does not take a reader who has seen enough for an error', async () => {
  const run = home.start(['start', '--once', '--json']);
  await eventually(() => run.line('ready'), { withinMs: 60_000 });
  run.child.stdout?.destroy();
  expect((await run.ended).code).toBe(0);
  expect(readdirSync(home.path)).toEqual([]);
});
