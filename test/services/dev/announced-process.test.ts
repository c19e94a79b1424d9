// A child that says where it answers: its port outlives it, and whoever does not start says why.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AnnouncedProcess, startAnnounced } from '../../../services/dev/announced-process.ts';
import { FAULTS } from '../../../shared/errors.ts';
import { eventually } from '../../support/eventually.ts';

let folder: string;
let started: AnnouncedProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopwright-announced-'));
});
afterEach(() => {
  started?.child.kill();
  started = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const SERVER = `
import { createServer } from 'node:http';
const [, , , port, ...rest] = process.argv;
const server = createServer((_request, response) => response.end(JSON.stringify({ pid: process.pid, rest })));
server.listen(Number(port), '127.0.0.1', () => {
  console.log('not JSON');
  console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port + '/v1' }));
});`;

const start = async (
  code: string,
  args: readonly string[] = [],
  signal: AbortSignal = new AbortController().signal,
): Promise<AnnouncedProcess> => {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, code);
  const common = {
    env: {},
    log: () => undefined,
    guard: { watch: () => undefined, forget: () => undefined },
  };
  const settings = { name: 'child', what: 'little server', program, args };
  started = await startAnnounced(settings, common, signal);
  return started;
};

const asked = async (url: string) =>
  (await (await fetch(url)).json()) as { readonly pid: number; readonly rest: string[] };

it('is where it says, with its arguments after the port', async () => {
  const { url } = await start(SERVER, ['--fault', 'slow']);
  expect((await asked(url)).rest).toEqual(['--fault', 'slow']);
});

it('answers at the same place after it died', async () => {
  const { url, child } = await start(SERVER);
  const { pid } = await asked(url);
  process.kill(pid, 'SIGKILL');
  await eventually(async () => expect((await asked(url)).pid).not.toBe(pid));
  expect(child.deaths).toBe(1);
});

it('says its last words once, without the cure that a fault adds by itself', async () => {
  const words = `The script is wrong. ${FAULTS.USAGE.cure}`;
  const failing = start(`console.error(${JSON.stringify(words)}); process.exitCode = 2;`);
  await expect(failing).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    facts: 'The little server does not start: The script is wrong.',
  });
});

it('is not waited for once nobody wants it', async () => {
  const leaving = new AbortController();
  const silent = start('setInterval(() => {}, 1000);', [], leaving.signal);
  leaving.abort(new Error('enough'));
  await expect(silent).rejects.toThrow('enough');
});
