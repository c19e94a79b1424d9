// The arguments of the provider as a process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProviderArguments } from '../../../infra/sample-provider/provider-arguments.ts';

test('nothing is needed', async () => {
  expect(await readProviderArguments([])).toEqual({});
});

test('port, world and state file are read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-arguments-'));
  const world = join(folder, 'world.json');
  writeFileSync(world, '{"cities":[{"name":"Rome"}]}');
  const options = await readProviderArguments([
    '--port',
    '4000',
    '--world',
    world,
    '--state=s.jsonl',
  ]);
  expect(options).toMatchObject({
    port: 4000,
    stateFile: 's.jsonl',
    world: { cities: [{ name: 'Rome' }] },
  });
  rmSync(folder, { recursive: true });
});

test.each([
  [['--port', 'eighty']],
  [['--port', '70000']],
  [['--port']],
  [['--planet', 'x']],
  [['extra']],
  [['--world', '']],
])('%j is refused as a wrong usage', async (args) => {
  await expect(readProviderArguments(args)).rejects.toMatchObject({ code: 'USAGE' });
});
