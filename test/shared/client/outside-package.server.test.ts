// The package as a user has it: linked into a folder of their own, beside a zod of their own.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NatsServer } from '../../support/nats-server.ts';
import { Roles } from '../../support/processes.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'loopwright-outside-'));

const write = (name: string, lines: readonly string[]): string => {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};

function copyZod(name: string, change: (text: string) => string): void {
  const place = join(folder, 'node_modules', name);
  cpSync(resolve('node_modules/zod'), place, { recursive: true });
  for (const file of ['package.json', 'v4/core/versions.d.ts']) {
    const path = join(place, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }
}

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'));
  mkdirSync(join(folder, 'tools'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/loopwright'));
  symlinkSync(resolve('node_modules/@types'), join(folder, 'node_modules/@types'));
  copyZod('zod', (text) => text);
  // Types of two releases are compared as they are, not by name and version.
  copyZod('zod-of-another-minor', (text) =>
    text.replace('"4.', '"4.9').replace('minor: ', 'minor: 9'),
  );
  write('package.json', ['{ "type": "module" }']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package in a folder of its user', () => {
  it('gives a tool and a task their types, and refuses a wrong use', async () => {
    const file = write('typed.ts', [
      "import { connect, Fault, type TaskResult } from 'loopwright/client';",
      "import { defineTool, ToolError, type Tool, type ToolContext } from 'loopwright/tool';",
      "import { z } from 'zod';",
      "import { z as other } from 'zod-of-another-minor';",
      'const City = z.object({ city: z.string(), days: z.number().default(1) });',
      'const base = {',
      "  name: 'look', description: 'Looks.', effect: 'read', params: City,",
      '  result: z.object({ sunny: z.boolean() }),',
      '} as const;',
      'const length = ({ params }: ToolContext<z.output<typeof City>>): number => params.days;',
      'export const look: Tool = defineTool({',
      '  ...base,',
      '  handler: async (context) => {',
      '    const city: string = context.params.city;',
      '    // @ts-expect-error: days is a number',
      '    const days: string = context.params.days;',
      "    if (days === '') throw new ToolError({ code: 'NONE', message: city });",
      '    return { sunny: length(context) > 1 };',
      '  },',
      '});',
      '// @ts-expect-error: the result has no such form',
      "export const wrong = defineTool({ ...base, handler: async () => ({ sunny: 'yes' }) });",
      '// @ts-expect-error: there is no such effect',
      "export const odd = defineTool({ ...base, effect: 'twice', handler: async () => ({ sunny: true }) });",
      "const client = await connect({ namespace: 'lw' });",
      "const task = await client.run('Look', { answerSchema: City, limits: { steps: 3 } });",
      'if (task.status === "completed") {',
      '  const days: number = task.data.days;',
      '  // @ts-expect-error: there is no such field',
      '  task.data.weeks;',
      '  if (days > 1) await client.close();',
      '}',
      'if (task.status === "waiting") await client.answer(task.id, task.request.requestId, "yes");',
      'const old = await client.run("Look", { answerSchema: other.object({ n: other.number() }) });',
      'export const n: number = old.data?.n ?? 0;',
      'const plain: TaskResult = await client.run("Look", { answerSchema: { type: "object" } });',
      '// @ts-expect-error: what is unknown has to be looked at first',
      'plain.data.days;',
      '// @ts-expect-error: there is no such limit',
      'await client.submit("Look", { limits: { stepz: 3 } });',
      '// @ts-expect-error: there is no such mode',
      'await client.submit("Look", { mode: "quick" });',
      'const again = await client.wait(task.id, { answerSchema: City });',
      'export const city: string = again.data?.city ?? "";',
      'for await (const { sequence, event } of client.watch(task.id)) {',
      '  if (event.type === "task.failed") throw new TypeError(sequence + event.data.cure);',
      '}',
      'export const codeOf = (thrown: unknown) => (thrown instanceof Fault ? thrown.code : null);',
    ]);
    const options = '--noEmit --strict --module nodenext --target es2023 --types node'.split(' ');
    const check = run(resolve('node_modules/.bin/tsc'), [...options, file], {
      cwd: folder,
    });
    await expect(check.catch(({ stdout }) => ({ stdout, stderr: 'failed' }))).resolves.toEqual({
      stdout: '',
      stderr: '',
    });
  });

  it('runs a tool and a program whose schemas are of another copy of zod', async () => {
    write('tools/triple.mjs', [
      "import { defineTool } from 'loopwright/tool';",
      "import { z } from 'zod';",
      'export const triple = defineTool({',
      "  name: 'triple',",
      "  description: 'Triples a number.',",
      "  effect: 'read',",
      '  params: z.object({ n: z.coerce.number().max(100).refine((n) => n !== 13, "bad luck").default(7) }),',
      '  result: z.object({ n: z.number().int() }),',
      '  handler: async ({ params }) => ({ n: params.n * 3 }),',
      '});',
    ]);
    const program = write('program.mjs', [
      "import { connect } from 'loopwright/client';",
      "import { z } from 'zod';",
      'const client = await connect({ url: process.argv[2] });',
      'const tools = await client.tools();',
      "const triple = tools.find(({ declaration }) => declaration.name === 'triple');",
      "const plan = { steps: [{ id: 'a', tool: 'triple' }, { id: 'b', tool: 'triple', params: { n: { $: 'a.n' } }, dependsOn: ['a'] }] };",
      'const answerSchema = z.object({ b: z.object({ n: z.number().transform(String) }) });',
      "const { status, data } = await client.run('Triple twice', { plan, answerSchema });",
      'const refused = await client',
      "  .run('Triple too much', { plan: { steps: [{ id: 'a', tool: 'triple', params: { n: 13 } }] } });",
      'const { paramsSchema } = triple.declaration;',
      'process.stdout.write(JSON.stringify({ status, data, refused, paramsSchema, own: z === (await import(process.argv[3])).z }));',
      'await client.close();',
    ]);
    const nats = await NatsServer.start();
    const roles = new Roles(nats.url, { LOOPWRIGHT_TOOLS: join(folder, 'tools') });
    try {
      await roles.startAll();
      const zod = resolve('node_modules/zod/index.js');
      const { stdout } = await run(process.execPath, [program, nats.url, zod], { cwd: folder });
      expect(JSON.parse(stdout)).toMatchObject({
        status: 'completed',
        data: { b: { n: '63' } },
        refused: { status: 'failed', reason: expect.stringContaining('bad luck') },
        paramsSchema: { properties: { n: { type: 'number', maximum: 100, default: 7 } } },
        own: false,
      });
    } finally {
      await roles.stop();
      await nats.stop();
    }
  });
});
