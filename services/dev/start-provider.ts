/** Starts the sample provider and learns where it answers; restarts keep the port. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { FAULTS, Fault } from '../../shared/errors.ts';
import { KeptProcess, type KeptProcessSettings } from './kept-process.ts';

const PROGRAM = fileURLToPath(new URL('../../infra/sample-provider/main.js', import.meta.url));
const ANSWER_MS = 15_000;
/** It has nothing to wait for: whoever dies at once will die again. */
const DEATHS_MAX = 1;

const Announced = z.object({ url: z.url() });

const urlIn = (line: string): string | undefined => {
  try {
    return Announced.parse(JSON.parse(line)).url;
  } catch {
    return undefined;
  }
};

/** Its last words without the cure, which the fault adds again. */
const wordsOf = ({ lastLine }: KeptProcess): string =>
  lastLine.replace(FAULTS.CONFIG_INVALID.cure, '').trim();

export type ProviderOptions = {
  readonly stateFile: string;
  /** Absolute path of a file that replaces the provider's world. */
  readonly world: string | undefined;
};

export type StartedProvider = { readonly url: string; readonly provider: KeptProcess };

/** Resolves with what it announces; rejects when it dies repeatedly, stays silent, or is not wanted. */
function whenAnnounced(
  process_: {
    readonly urls: (take: (url: string) => void) => void;
    readonly provider: KeptProcess;
  },
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { provider, urls } = process_;
    const began = performance.now();
    const finish = (act: () => void): void => {
      clearInterval(timer);
      act();
    };
    const timer = setInterval(() => {
      if (signal.aborted) return finish(() => reject(signal.reason));
      const isLate = performance.now() - began > ANSWER_MS;
      if (!isLate && provider.deaths < DEATHS_MAX) return undefined;
      const fault = new Fault(
        'CONFIG_INVALID',
        `The sample provider does not start: ${wordsOf(provider)}`,
      );
      return finish(() => reject(fault));
    }, 50);
    urls((url) => finish(() => resolve(url)));
  });
}

/**
 * @param common its environment, where it logs to and who guards it
 * @throws {Fault} `CONFIG_INVALID` with its last words when it does not start
 */
export async function startProvider(
  { stateFile, world }: ProviderOptions,
  common: Pick<KeptProcessSettings, 'env' | 'log' | 'guard'>,
  signal: AbortSignal,
): Promise<StartedProvider> {
  let port = '0';
  let take: (url: string) => void = () => undefined;
  const provider = new KeptProcess({
    ...common,
    name: 'provider',
    path: process.execPath,
    args: () => [
      PROGRAM,
      ...['--port', port, '--state', stateFile],
      ...(world === undefined ? [] : ['--world', world]),
    ],
    stopRank: 1,
    onStdout: (line) => {
      const url = urlIn(line);
      if (url !== undefined) take(url);
    },
  });
  const announced = whenAnnounced(
    {
      provider,
      urls: (taker) => {
        take = taker;
      },
    },
    signal,
  );
  provider.start();
  try {
    const url = await announced;
    port = new URL(url).port;
    return { url, provider };
  } catch (thrown) {
    provider.kill();
    throw thrown;
  }
}
