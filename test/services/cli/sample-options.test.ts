// World, fault and script: checked before anything is started, the option before the variable.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FAULT_NAMES } from '../../../infra/faults/fault-names.ts';
import { readSamples, type SampleWords } from '../../../services/cli/sample-options.ts';
import { readConfig } from '../../../shared/config/read-config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopwright-samples-'));
  for (const name of ['one.json', 'two.json']) writeFileSync(join(folder, name), '[]');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (words: SampleWords, env: NodeJS.ProcessEnv = {}) =>
  readSamples(words, readConfig({ LOOPWRIGHT_HOME: folder, ...env }), folder);

it('asks for nothing when nothing is said', () => {
  expect(read({})).toEqual({ world: undefined, fault: undefined, script: undefined });
});

it('takes every fault, from the option or from the variable', () => {
  for (const fault of FAULT_NAMES) {
    expect(read({ fault }).fault).toBe(fault);
    expect(read({}, { LOOPWRIGHT_FAULT: fault }).fault).toBe(fault);
  }
});

it('finds files from where the user stands', () => {
  expect(read({ world: 'one.json', script: 'two.json' })).toMatchObject({
    world: join(folder, 'one.json'),
    script: join(folder, 'two.json'),
  });
});

it('takes the option before the variable, which may then be anything', () => {
  const env = { LOOPWRIGHT_SCRIPT: 'absent.json', LOOPWRIGHT_FAULT: 'nonsense' };
  expect(read({ script: 'one.json', fault: 'slow' }, env)).toMatchObject({
    script: join(folder, 'one.json'),
    fault: 'slow',
  });
});

it('names the nearest fault and lists them all', () => {
  expect(() => read({ fault: 'wrong-citty' })).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      facts: `--fault: wrong-citty is no fault; did you mean wrong-city? There are ${FAULT_NAMES.join(', ')}.`,
    }),
  );
  expect(() => read({ fault: '' })).toThrow(/--fault: nothing is no fault/);
  expect(() => read({}, { LOOPWRIGHT_FAULT: 'slo' })).toThrow(
    expect.objectContaining({
      code: 'CONFIG_INVALID',
      facts: expect.stringMatching(/^LOOPWRIGHT_FAULT: slo .*mean slow\?/),
    }),
  );
});

it.each(['world', 'script'] as const)('names the %s that is not there, or is no file', (name) => {
  expect(() => read({ [name]: 'absent.json' })).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      facts: `--${name}: ${join(folder, 'absent.json')} is not there.`,
    }),
  );
  expect(() => read({ [name]: '.' })).toThrow(/is no file/);
  const variable = `LOOPWRIGHT_${name.toUpperCase()}`;
  expect(() => read({}, { [variable]: 'absent.json' })).toThrow(
    expect.objectContaining({ code: 'CONFIG_INVALID', facts: expect.stringContaining(variable) }),
  );
});
