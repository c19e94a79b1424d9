// The arguments of the offline model as a process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readModelArguments } from '../../../infra/offline-model/model-arguments.ts';
import { DEFAULT_CITIES } from '../../../infra/sample-provider/default-cities.ts';

const fileOf = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-arguments-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'file.json');
  writeFileSync(file, text);
  return file;
};

test('nothing is needed', async () => {
  expect(await readModelArguments([])).toEqual({
    port: 0,
    fault: undefined,
    cities: DEFAULT_CITIES,
    script: [],
  });
});

test('port, world, fault and script are read', async () => {
  const world = fileOf('{"cities":[{"name":"Rome","aliases":["Roma"]}]}');
  const script = fileOf('[{"purpose":"plan","response":"x"}]');
  const args = ['--port', '4000', '--world', world, '--fault', 'wrong-city', '--script', script];
  expect(await readModelArguments(args)).toMatchObject({
    port: 4000,
    fault: 'wrong-city',
    cities: [{ name: 'Rome', aliases: ['Roma'] }],
    script: [{ purpose: 'plan' }],
  });
});

test.each([
  [['--port', 'eighty']],
  [['--port', '70000']],
  [['--port']],
  [['--fault', 'earthquake']],
  [['--fault', '']],
  [['--planet', 'x']],
  [['extra']],
  [['--world', '']],
  [['--script', '']],
])('%j is refused as a wrong usage', async (args) => {
  await expect(readModelArguments(args)).rejects.toMatchObject({ code: 'USAGE' });
});

test.each([['--world'], ['--script']])('a file of %s that is wrong is refused', async (option) => {
  const wrong = readModelArguments([option, fileOf('{"planets":[]}')]);
  await expect(wrong).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});
