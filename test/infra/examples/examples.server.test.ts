import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NatsServer } from '../../support/nats-server.ts';
import { Roles } from '../../support/processes.ts';

const run = promisify(execFile);
const examples = resolve('infra/examples');
const doubling = (n: number): string =>
  JSON.stringify({
    goal: 'Double a number twice',
    plan: {
      steps: [
        { id: 'a', tool: 'double', params: { n } },
        { id: 'b', tool: 'double', params: { n: { $: 'a.n' } }, dependsOn: ['a'] },
      ],
    },
  });

const folder = mkdtempSync(join(tmpdir(), 'loopwright-examples-'));
let nats: NatsServer;
let roles: Roles;

beforeAll(async () => {
  nats = await NatsServer.start();
  roles = new Roles(nats.url, { LOOPWRIGHT_TOOLS: resolve(examples, 'tools') });
  await roles.startAll();
  mkdirSync(join(folder, '.loopwright'));
  const dev = JSON.stringify({ natsUrl: nats.url, pid: process.pid });
  writeFileSync(join(folder, '.loopwright/dev.json'), dev);
});
afterAll(async () => {
  await roles.stop();
  await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What an example prints beside a running system, whose server it finds by itself. */
const printed = async (file: string, submission: string): Promise<string> => {
  const example = [resolve(examples, file), submission];
  return (await run(process.execPath, example, { cwd: folder })).stdout;
};

describe('the examples', () => {
  it('hand a task in with the plain client of NATS, and hear its end', async () => {
    const lines = (await printed('publish-with-nats.mjs', doubling(3))).trimEnd().split('\n');
    expect(lines.at(0)).toMatch(/^task\.planned/);
    expect(lines.at(-1)).toMatch(/^task\.completed b: .*12/);
  });

  it('hear with it why a submission is refused', async () => {
    const odd = JSON.stringify({ goal: 'x', foo: 1 });
    const example = [resolve(examples, 'publish-with-nats.mjs'), odd, nats.url];
    const { stdout } = await run(process.execPath, example);
    expect(stdout).toMatch(/^refused SUBMISSION_INVALID: .*foo/);
  });

  it('hear with it why a task fails, on the server that they are given', async () => {
    const missing = JSON.stringify({ plan: { steps: [{ id: 'a', tool: 'no_such_tool' }] } });
    const example = [resolve(examples, 'publish-with-nats.mjs'), missing, nats.url];
    const { stdout } = await run(process.execPath, example);
    expect(stdout).toMatch(/^task\.failed .*no_such_tool/);
  });

  it('run a task with the client of this package, and print its data', async () => {
    const [first = '', second = ''] = (await printed('publish-with-client.mjs', doubling(5))).split(
      '\n',
    );
    expect(first).toMatch(/^completed b: .*20/);
    expect(JSON.parse(second)).toEqual({ b: { n: 20 } });
  });
});
