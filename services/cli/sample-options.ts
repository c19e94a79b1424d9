/** `--world`, `--fault` and `--script`, or their variables: what the samples are changed by, checked first. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { FAULT_NAMES, FaultName } from '../../infra/faults/fault-names.ts';
import { nearest } from '../../shared/config/nearest.ts';
import type { Config } from '../../shared/config/read-config.ts';
import { Fault, type FaultCode } from '../../shared/errors.ts';
import type { SampleOptions } from '../dev/start-samples.ts';

/** As the options say it; paths are relative to where the user stands. */
export type SampleWords = {
  readonly world?: string;
  readonly fault?: string;
  readonly script?: string;
};

export type CheckedSamples = SampleOptions & { readonly fault: FaultName | undefined };

type Given = { readonly value: string; readonly from: string; readonly code: FaultCode };

/** The option goes before the variable; what is wrong is said of the one that counts. */
function given(
  name: 'world' | 'fault' | 'script',
  words: SampleWords,
  config: Config,
): Given | undefined {
  const { [name]: option } = words;
  if (option !== undefined) return { value: option, from: `--${name}`, code: 'USAGE' };
  const { [name]: value } = config;
  if (value === undefined) return undefined;
  return { value, from: `LOOPWRIGHT_${name.toUpperCase()}`, code: 'CONFIG_INVALID' };
}

function faultNamed({ value, from, code }: Given): FaultName {
  const parsed = FaultName.safeParse(value);
  if (parsed.success) return parsed.data;
  const meant = nearest(value, FAULT_NAMES);
  const facts = `${from}: ${value || 'nothing'} is no fault; did you mean ${meant}? There are ${FAULT_NAMES.join(', ')}.`;
  throw new Fault(code, facts);
}

function fileAt({ value, from, code }: Given, folder: string): string {
  const path = resolve(folder, value);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() === true) return path;
  throw new Fault(code, `${from}: ${path} is ${found === undefined ? 'not there' : 'no file'}.`);
}

/**
 * @param folder what relative paths are relative to
 * @throws {Fault} `USAGE` for a wrong option, `CONFIG_INVALID` for a wrong variable; nothing was started
 */
export function readSamples(words: SampleWords, config: Config, folder: string): CheckedSamples {
  const [world, fault, script] = (['world', 'fault', 'script'] as const).map((name) =>
    given(name, words, config),
  );
  return {
    world: world === undefined ? undefined : fileAt(world, folder),
    fault: fault === undefined ? undefined : faultNamed(fault),
    script: script === undefined ? undefined : fileAt(script, folder),
  };
}
