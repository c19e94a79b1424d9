// `dev`: a system that stays, that commands find by themselves, and that outlives the death of its parts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAlive } from '../../../services/dev/is-alive.ts';
import { eventually } from '../../support/eventually.ts';
import { CliHome, type CliRun, type Json } from '../cli/run-cli.ts';

let home: CliHome;
beforeEach(() => {
  home = new CliHome();
});
afterEach(() => home.close());

const DIAMOND = resolve('infra/examples/diamond.json');

type Process = { readonly name: string; readonly pid: number };
const processesOf = (ready: Json): Process[] => ready.pids as Process[];
const pidOf = (ready: Json, wanted: string): number =>
  processesOf(ready).find(({ name }) => name === wanted)?.pid ?? 0;

const whenReady = (run: CliRun): Promise<Json> =>
  eventually(() => run.line('ready'), { withinMs: 60_000 });

const devFile = (): unknown => JSON.parse(readFileSync(join(home.path, 'dev.json'), 'utf8'));

it('is found by every command, and stops cleanly', async () => {
  const dev = home.start(['dev', '--json', '--scale', 'executor=2']);
  const ready = await whenReady(dev);
  expect(processesOf(ready).filter(({ name }) => name === 'executor')).toHaveLength(2);
  expect(devFile()).toEqual({
    natsUrl: ready.natsUrl,
    providerUrl: ready.providerUrl,
    modelUrl: ready.modelUrl,
    pid: dev.pid,
  });
  const submitted = await home.run(['submit', '--plan', DIAMOND, '--id', 'one', '--json']);
  expect(submitted.lines).toEqual([{ type: 'submitted', id: 'one', created: true }]);
  const watched = await home.run(['watch', 'one', '--json']);
  expect(watched.code).toBe(0);
  const sequences = watched.lines.slice(0, -1).map(({ sequence }) => Number(sequence));
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  expect(watched.lines.at(-1)).toMatchObject({ type: 'result', id: 'one', status: 'completed' });

  const again = await home.run(['submit', '--plan', DIAMOND, '--id', 'one', '--json']);
  expect(again.lines).toEqual([{ type: 'submitted', id: 'one', created: false }]);
  const other = await home.run(['submit', 'another body', '--id', 'one', '--json']);
  expect(other.code).toBe(4);
  expect(JSON.parse(other.stderr)).toMatchObject({ code: 'TASK_ID_TAKEN' });

  const shown = await home.run(['show', 'one', '--json']);
  const { steps } = shown.lines[0] as unknown as { steps: { status: string; layers: object[] }[] };
  expect(steps.map(({ status }) => status)).toEqual(Array(4).fill('accepted'));
  expect(steps.every(({ layers }) => layers.length === 3)).toBe(true);

  const logged = await home.run(['log', 'one']);
  expect(logged.lines.at(-1)).toMatchObject({ type: 'task.completed', subject: 'one' });
  await eventually(async () => {
    const { lines } = await home.run(['ls', '--json']);
    expect(lines).toEqual([expect.objectContaining({ id: 'one', status: 'completed' })]);
  });
  expect((await home.run(['verify', '--json'])).lines.at(-1)).toMatchObject({
    type: 'verified',
    tasks: 1,
    problems: 0,
  });
  const tools = await home.run(['tools', '--json']);
  expect(tools.lines.map(({ name }) => name)).toContain('book_flight');
  const doctor = await home.run(['doctor', '--json']);
  expect(doctor.lines.filter(({ ok }) => ok !== true)).toEqual([]);
  expect(doctor.code).toBe(0);

  dev.child.kill('SIGINT');
  expect((await dev.ended).code).toBe(130);
  expect(processesOf(ready).filter(({ pid }) => isAlive(pid))).toEqual([]);
  expect(existsSync(join(home.path, 'dev.json'))).toBe(false);
});

it('lets a second one run beside it in the same home, and says how to reach that', async () => {
  const first = home.start(['dev', '--json']);
  const firstReady = await whenReady(first);
  const second = home.start(['dev']);
  await eventually(() => expect(second.stdout).toContain('stop: '), { withinMs: 60_000 });
  const url = /NATS_URL=(\S+)/.exec(second.stdout)?.[1] ?? '';
  expect(url).not.toBe(firstReady.natsUrl);
  expect(devFile()).toMatchObject({ pid: first.pid });
  expect(existsSync(join(home.path, 'nats-2'))).toBe(true);
  const there = await home.run(['submit', '--plan', DIAMOND, '--watch', '--json'], {
    NATS_URL: url,
  });
  expect(there.lines.at(-1)).toMatchObject({ status: 'completed' });
  expect((await home.run(['ls', '--json'])).lines).toEqual([]);
});

it('starts again whatever dies, and a watcher misses nothing of it', async () => {
  const dev = home.start(['dev', '--json']);
  const ready = await whenReady(dev);
  const plan = join(home.path, 'plan.json');
  const steps = [
    { id: 'a', tool: 'sleep', params: { ms: 3_000 } },
    { id: 'b', tool: 'noop', dependsOn: ['a'] },
  ];
  writeFileSync(plan, JSON.stringify({ goal: 'a goal', steps }));
  const watch = home.start(['submit', '--plan', plan, '--id', 'one', '--watch', '--json']);
  await eventually(() => watch.line('step.dispatched'));
  for (const name of ['nats-server', 'observer', 'provider', 'offline-model']) {
    process.kill(pidOf(ready, name), 'SIGKILL');
  }
  const { code, lines } = await watch.ended;
  expect(code).toBe(0);
  const logged = await home.run(['log', 'one']);
  const events = lines.filter(({ specversion }) => specversion === '1.0');
  expect(events.map(({ sequence }) => sequence)).toEqual(
    logged.lines.map(({ sequence }) => sequence),
  );
  for (const name of ['nats-server', 'observer', 'provider', 'offline-model']) {
    expect(dev.stderr).toContain(`${name} ${pidOf(ready, name)} ended (SIGKILL); it starts again`);
  }
});

it('leaves no process behind when it is killed, and its history to the next', async () => {
  const dev = home.start(['dev', '--json']);
  const ready = await whenReady(dev);
  await home.run(['submit', '--plan', DIAMOND, '--id', 'one', '--watch']);
  dev.child.kill('SIGKILL');
  const next = home.start(['dev', '--json']);
  await eventually(() => expect(processesOf(ready).filter(({ pid }) => isAlive(pid))).toEqual([]), {
    withinMs: 3_000,
  });
  await whenReady(next);
  const { lines } = await home.run(['show', 'one', '--json']);
  expect(lines[0]).toMatchObject({ id: 'one', row: { status: 'completed' } });
});

it('keeps what is handed in without a router until there is one', async () => {
  const dev = home.start(['dev', '--json']);
  const ready = await whenReady(dev);
  process.kill(pidOf(ready, 'feedback-router'), 'SIGKILL');
  const { code, stderr, lines } = await home.run([
    'submit',
    '--plan',
    DIAMOND,
    '--id',
    'one',
    '--watch',
    '--json',
  ]);
  expect(code).toBe(0);
  expect(lines.at(-1)).toMatchObject({ type: 'result', id: 'one', status: 'completed' });
  if (lines[0]?.queued === true) expect(stderr).toContain('starts when one runs');
});

it('takes a question, an answer, more of a limit, and a cancellation', async () => {
  const dev = home.start(['dev', '--json']);
  await whenReady(dev);
  const ask = join(home.path, 'ask.json');
  const steps = [
    { id: 'q', kind: 'ask', description: 'Which city?' },
    { id: 'b', tool: 'noop', dependsOn: ['q'] },
  ];
  writeFileSync(ask, JSON.stringify({ goal: 'a goal', steps }));
  const asked = await home.run(['submit', '--plan', ask, '--id', 'ask', '--watch', '--json']);
  expect(asked.code).toBe(7);
  expect(asked.lines.at(-1)).toMatchObject({
    status: 'waiting',
    request: { requestId: 'h1', question: 'Which city?' },
  });
  expect((await home.run(['extend', 'ask', 'steps', '2', '--json'])).lines).toEqual([
    { type: 'extended', id: 'ask', limit: 'steps', grant: 2, status: 'waiting' },
  ]);
  expect((await home.run(['answer', 'ask', 'h9', 'Berlin'])).code).toBe(4);
  expect((await home.run(['answer', 'ask', 'h1', 'Berlin', '--json'])).lines).toEqual([
    { type: 'answered', id: 'ask', requestId: 'h1', answer: 'Berlin' },
  ]);
  expect((await home.run(['watch', 'ask'])).code).toBe(0);

  const sleep = join(home.path, 'sleep.json');
  const long = [{ id: 'a', tool: 'sleep', params: { ms: 60_000 } }];
  writeFileSync(sleep, JSON.stringify({ goal: 'a goal', steps: long }));
  await home.run(['submit', '--plan', sleep, '--id', 'sleep']);
  expect((await home.run(['cancel', 'sleep', '--json'])).lines).toEqual([
    { type: 'cancelled', id: 'sleep', status: 'cancelled' },
  ]);
  expect((await home.run(['watch', 'sleep'])).code).toBe(6);
  expect((await home.run(['cancel', 'sleep'])).code).toBe(4);
  expect((await home.run(['cancel', 'absent'])).code).toBe(4);
});
