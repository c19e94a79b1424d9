/** Starts what the samples talk to: their provider and the offline model, side by side. */
import { fileURLToPath } from 'node:url';
import {
  type AnnouncedProcess,
  type AnnouncedSettings,
  startAnnounced,
} from './announced-process.ts';
import type { KeptProcessSettings } from './kept-process.ts';

const programOf = (folder: string): string =>
  fileURLToPath(new URL(`../../infra/${folder}/main.js`, import.meta.url));

/** What the samples are changed by. */
export type SampleOptions = {
  /** Absolute path; replaces the provider's world. */
  readonly world: string | undefined;
  /** One of `FAULT_NAMES`: what goes wrong on purpose. */
  readonly fault: string | undefined;
  /** Absolute path; replaces the offline model's answers. */
  readonly script: string | undefined;
};

export type StartedSamples = {
  readonly provider: AnnouncedProcess;
  readonly model: AnnouncedProcess;
};

const option = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`--${name}`, value];

const providerSettings = (
  { world, fault }: SampleOptions,
  stateFile: string,
): AnnouncedSettings => ({
  name: 'provider',
  what: 'sample provider',
  program: programOf('sample-provider'),
  args: ['--state', stateFile, ...option('world', world), ...option('fault', fault)],
});

const modelSettings = ({ world, fault, script }: SampleOptions): AnnouncedSettings => ({
  name: 'offline-model',
  what: 'offline model',
  program: programOf('offline-model'),
  args: [...option('world', world), ...option('fault', fault), ...option('script', script)],
});

/**
 * Both or none.
 *
 * @param stateFile where the provider keeps its orders
 * @throws {Fault} `CONFIG_INVALID` with the last words of the one that does not start
 */
export async function startSamples(
  options: SampleOptions,
  stateFile: string,
  common: Pick<KeptProcessSettings, 'env' | 'log' | 'guard'>,
  signal: AbortSignal,
): Promise<StartedSamples> {
  const [provider, model] = await Promise.allSettled([
    startAnnounced(providerSettings(options, stateFile), common, signal),
    startAnnounced(modelSettings(options), common, signal),
  ]);
  if (provider.status === 'fulfilled' && model.status === 'fulfilled')
    return { provider: provider.value, model: model.value };
  for (const settled of [provider, model])
    if (settled.status === 'fulfilled') settled.value.child.kill();
  throw provider.status === 'rejected' ? provider.reason : (model as PromiseRejectedResult).reason;
}
