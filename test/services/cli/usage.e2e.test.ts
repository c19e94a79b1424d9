// What is wrong with a command line is said with code, message and cure, before anything is sent.
import { spawnSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHome } from './run-cli.ts';

let home: CliHome;
beforeAll(() => {
  home = new CliHome();
});
afterAll(() => home.close());

const NOBODY = { NATS_URL: 'nats://127.0.0.1:1' };

describe('with --json', () => {
  it.each([
    ['USAGE', 2, ['unknown']],
    ['USAGE', 2, ['submit', 'a goal', '--wrong']],
    ['USAGE', 2, ['show']],
    ['USAGE', 2, ['show', 'a.b']],
    ['USAGE', 2, ['show', '*']],
    ['USAGE', 2, ['ls', '--status', 'great']],
    ['USAGE', 2, ['serve', 'manager']],
    ['USAGE', 2, ['serve', 'planner', '--pool', 'gpu']],
    ['USAGE', 2, ['start', '--scale', 'executor=0']],
    ['USAGE', 2, ['start', '--once', '--fault', 'wrong-citty']],
    ['USAGE', 2, ['dev', '--fault', 'nonsense']],
    ['USAGE', 2, ['start', '--once', '--script', 'absent.json']],
    ['USAGE', 2, ['start', '--once', '--world', 'absent.json']],
    ['USAGE', 2, ['submit', 'a goal', '--input', '[]']],
    ['SUBMISSION_INVALID', 2, ['start', '--once', '']],
    ['SUBMISSION_INVALID', 2, ['start', '--once', ' ']],
    ['SUBMISSION_INVALID', 2, ['submit']],
    ['LIMIT_INVALID', 2, ['submit', 'a goal', '--limit', 'steps=0']],
    ['LIMIT_INVALID', 2, ['extend', 't1', 'steps', '-1']],
    ['PLAN_INVALID', 2, ['submit', '--plan', 'absent.json']],
    ['PLAN_INVALID', 2, ['start', '--once', '--plan', 'absent.json']],
    ['BUS_UNREACHABLE', 3, ['submit', 'a goal']],
    ['BUS_UNREACHABLE', 3, ['ls']],
    ['BUS_UNREACHABLE', 3, ['watch', 't1']],
    ['BUS_UNREACHABLE', 3, ['tools']],
    ['BUS_UNREACHABLE', 3, ['verify']],
  ] as const)('says %s and ends with %i for %j', async (code, exit, args) => {
    const ended = await home.run([...args, '--json'], NOBODY);
    expect(ended.code).toBe(exit);
    expect(ended.stdout).toBe('');
    const error = JSON.parse(ended.stderr) as Record<string, string>;
    expect(error).toMatchObject({ type: 'error', code });
    expect(error.message).not.toBe('');
    expect(error.cure).not.toBe('');
  });
});

it('reports every bad variable at once', async () => {
  const bad = { LOOPWRIGHT_CONCURENCY: '2', LOOPWRIGHT_NAMESPACE: 'No' };
  const { code, stderr } = await home.run(['ls', '--json'], bad);
  expect(code).toBe(2);
  expect(stderr).toContain('LOOPWRIGHT_CONCURRENCY');
  expect(stderr).toContain('LOOPWRIGHT_NAMESPACE');
});

it.each([
  ['LOOPWRIGHT_FAULT', 'wrong-citty', 'did you mean wrong-city?'],
  ['LOOPWRIGHT_SCRIPT', 'absent.json', 'is not there'],
])('refuses a wrong %s before anything starts', async (name, value, words) => {
  const { code, stdout, stderr } = await home.run(['start', '--once', '--json'], { [name]: value });
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(JSON.parse(stderr)).toMatchObject({ code: 'CONFIG_INVALID' });
  expect(stderr).toContain(words);
});

it('refuses a goal of more than 20,000 characters', async () => {
  const { code, stderr } = await home.run(['submit', 'x'.repeat(20_001), '--json'], NOBODY);
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({ code: 'SUBMISSION_INVALID', path: 'goal' });
});

it('names the range of a limit', async () => {
  const { stderr } = await home.run(['submit', 'a goal', '--limit', 'steps=0'], NOBODY);
  expect(stderr).toContain('steps takes a whole number from 1 to 10000, not 0.');
});

it('refuses a plan in a circle without a server', async () => {
  const plan = join(home.path, 'circle.json');
  const steps = [
    { id: 'a', tool: 'noop', dependsOn: ['b'] },
    { id: 'b', tool: 'noop', dependsOn: ['a'] },
  ];
  writeFileSync(plan, JSON.stringify({ steps }));
  const { code, stderr } = await home.run(['submit', '--plan', plan, '--json'], NOBODY);
  expect(code).toBe(2);
  expect(JSON.parse(stderr)).toMatchObject({ code: 'PLAN_CYCLE', path: 'steps' });
});

it('answers --help and --version on stdout', async () => {
  const help = await home.run(['--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const name of ['start', 'submit', 'watch', 'doctor', 'verify']) {
    expect(help.stdout).toContain(name);
  }
  expect(await home.run(['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' });
});

it('looks for what is missing, a line a check', async () => {
  const { code, lines } = await home.run(['doctor', '--json'], NOBODY);
  expect(code).toBe(3);
  const checks = new Map(lines.map((line) => [line.name, line]));
  expect([...checks.keys()]).toEqual([
    ...['node', 'build', 'home', 'nats-server'],
    ...['nats', 'jetstream', 'namespace', 'roles', 'tools', 'model'],
  ]);
  for (const name of ['node', 'build', 'home'])
    expect(checks.get(name)).toMatchObject({ ok: true });
  expect(checks.get('nats')).toMatchObject({ type: 'check', ok: false });
  expect(checks.get('nats')?.cure).not.toBe('');
});

it('runs as the committed program', () => {
  const program = resolve('services/cli/loopwright.mjs');
  expect(statSync(program).mode & 0o111).toBe(0o111);
  const { PATH = '' } = process.env;
  const answer = spawnSync(program, ['--version'], { encoding: 'utf8', env: { PATH } });
  expect(answer).toMatchObject({ status: 0, stdout: '0.1.0\n' });
});
