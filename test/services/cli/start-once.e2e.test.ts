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

it('books one flight and one hotel from a sentence, once each, and leaves nothing running', async () => {
  const { code, lines, stdout } = await home.run(['start', '--once', '--json']);
  expect(lines.at(-1)).toMatchObject({
    type: 'result',
    status: 'completed',
    counts: { accepted: 4, failed: 0, skipped: 0, cancelled: 0, total: 4 },
  });
  expect(code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .every((line) => line.startsWith('{"')),
  ).toBe(true);
  const { answer, decisions } = lines.at(-1) as unknown as { answer: string; decisions: object[] };
  expect(answer).not.toBe('');
  expect(decisions).not.toEqual([]);
  const effects = lines.find(({ type }) => type === 'effects')?.effects as object[];
  expect(effects).toHaveLength(2);
  for (const effect of effects) expect(effect).toMatchObject({ effects: 1, calls: 1 });
  const ready = lines.find(({ type }) => type === 'ready') as Json;
  expect(pidsOf(ready).filter(isAlive)).toEqual([]);
  expect(readdirSync(home.path)).toEqual([]);
});

it('shows goal, specification, plan, steps and end in the language of the goal', async () => {
  const { code, stdout } = await home.run(['start', '--once']);
  expect(stdout).toMatch(
    /^Loopwright \d+\.\d+\.\d+ · nats-server 2\.\d+\.\d+ · model: offline rules \(/,
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/planner \d+ · executor \d+ · observer \d+ · feedback-router \d+/);
  expect(stdout).toMatch(/\n任务 {5}t[a-z2-7]{20} {2}"预订/);
  expect(stdout).toMatch(/\n规格 {5}\S/);
  expect(stdout).toMatch(/\n计划 r1 {2}4 步，最多 8 步\n/);
  expect(stdout).toMatch(/\n✔ \S+ query_flight +北京→上海 \d\d-\d\d .*S 1\.00 +\d+ ms\n/);
  expect(stdout).toMatch(/\n✔ \S+ book_flight .*← .*S 1\.00 +一次 \S+\n/);
  expect(stdout).toMatch(/\n完成 \d+\.\d 秒 {3}4 次调用 · 0 次未通过 · 2 项实际生效，各一次\n回答/);
  expect(stdout).toContain('110***********1234');
  expect(stdout).not.toContain('110101199001011234');
  expect(stdout).not.toContain('\u001B[');
});

it('shows how a fault was found and corrected, and ends well', async () => {
  const { code, stdout } = await home.run(['start', '--once', '--fault', 'wrong-city']);
  expect(stdout).toMatch(
    /✘ 第 1 次尝试 {2}S 0\.50 = 0\.2·1\.0 \+ 0\.5·0\.0 \+ 0\.3·1\.0 {3}需达 0\.80\n/,
  );
  expect(stdout).toMatch(/→ result: .*重新调用/);
  expect(stdout).toMatch(/5 次调用 · 1 次未通过 · 2 项实际生效，各一次/);
  expect(code).toBe(0);
});

it('ends with 5 when nobody can correct a fault, with nothing booked', async () => {
  const { code, lines } = await home.run(['start', '--once', '--json', '--fault', 'sold-out:all']);
  expect(lines.at(-1)).toMatchObject({ type: 'result', status: 'failed', class: 'infeasible' });
  expect(lines.at(-1)?.reason).not.toBe('');
  expect(lines.find(({ type }) => type === 'effects')).toBeUndefined();
  expect(code).toBe(5);
});

it('ends with 5 for a goal that no sample knows, and says how to have a real model', async () => {
  const { code, lines } = await home.run(['start', '--once', '--json', 'paint my house']);
  expect(lines.at(-1)).toMatchObject({ type: 'result', status: 'failed', class: 'infeasible' });
  expect(lines.at(-1)?.cure).toMatch(/OPENAI_API_KEY/);
  expect(code).toBe(5);
});

it('plays a script instead of the offline rules, found from where the user stands', async () => {
  const script = [
    {
      purpose: 'specify',
      response: { refused: 'the script says no', cure: 'ask the script' },
    },
  ];
  writeFileSync(join(home.path, 'script.json'), JSON.stringify(script));
  const file = join(home.path, 'script.json');
  const { code, lines } = await home.run(['start', '--once', '--json', '--script', file]);
  expect(lines.at(-1)).toMatchObject({ status: 'failed', reason: 'the script says no' });
  expect(code).toBe(5);
});

it('ends with 7 for a plan that asks a person, and tells how to answer', async () => {
  const plan = planOf({ id: 'q', kind: 'ask', description: 'Which city?' });
  const { code, stdout } = await home.run(['start', '--once', '--plan', plan]);
  expect(code).toBe(7);
  expect(stdout).toContain('Which city?');
  expect(stdout).toMatch(/npx loopwright answer t[a-z2-7]{20} h1 .*without --once/);
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
