// The arguments of the provider as a process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULT_NAMES } from '../../../infra/faults/fault-names.ts';
import { readProviderArguments } from '../../../infra/sample-provider/provider-arguments.ts';

test('nothing is needed', async () => {
  expect(await readProviderArguments([])).toEqual({});
});

test('port, world, state file and fault are read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-arguments-'));
  const world = join(folder, 'world.json');
  writeFileSync(world, '{"cities":[{"name":"Rome"}]}');
  const options = await readProviderArguments([
    '--port',
    '4000',
    '--world',
    world,
    '--state=s.jsonl',
    '--fault',
    'sold-out:all',
  ]);
  expect(options).toMatchObject({
    port: 4000,
    stateFile: 's.jsonl',
    fault: 'sold-out:all',
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
  [['--fault', '']],
  [['--fault', 'Flaky']],
])('%j is refused as a wrong usage', async (args) => {
  await expect(readProviderArguments(args)).rejects.toMatchObject({ code: 'USAGE' });
});

test.each(FAULT_NAMES)('the fault %s is accepted, wherever it happens', async (fault) => {
  expect(await readProviderArguments(['--fault', fault])).toEqual({ fault });
});

test('an unknown fault is refused with all that are known', async () => {
  const { message } = (await readProviderArguments(['--fault', 'earthquake']).catch(
    (fault: Error) => fault,
  )) as Error;
  for (const name of FAULT_NAMES) expect(message).toContain(`"${name}"`);
});
