/** A child that says on stdout where it answers, as one JSON line; restarts keep its port. */
import { z } from 'zod';
import { FAULTS, Fault } from '../../shared/errors.ts';
import { KeptProcess, type KeptProcessSettings } from './kept-process.ts';

const ANSWER_MS = 15_000;
const POLL_MS = 50;
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
function wordsOf({ lastLine }: KeptProcess): string {
  const cures = Object.values(FAULTS).map(({ cure }) => cure);
  const said = cures.find((cure) => lastLine.endsWith(cure)) ?? '';
  return lastLine.slice(0, lastLine.length - said.length).trim();
}

export type AnnouncedSettings = {
  /** Of the process, in logs. */
  readonly name: string;
  /** What it is, in the fault that says it does not start. */
  readonly what: string;
  readonly program: string;
  /** All but `--port`. */
  readonly args: readonly string[];
};

export type AnnouncedProcess = { readonly url: string; readonly child: KeptProcess };

/** Rejects when the child dies at once, stays silent, or is not wanted any longer. */
function whenAnnounced(
  child: KeptProcess,
  what: string,
  onUrl: (take: (url: string) => void) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const finish = (act: () => void): void => {
      clearInterval(timer);
      act();
    };
    const timer = setInterval(() => {
      if (signal.aborted) return finish(() => reject(signal.reason));
      const isLate = performance.now() - began > ANSWER_MS;
      if (!isLate && child.deaths < DEATHS_MAX) return undefined;
      const facts = `The ${what} does not start: ${wordsOf(child)}`;
      return finish(() => reject(new Fault('CONFIG_INVALID', facts)));
    }, POLL_MS);
    onUrl((url) => finish(() => resolve(url)));
  });
}

/**
 * @param common its environment, where it logs to and who guards it
 * @throws {Fault} `CONFIG_INVALID` with its last words when it does not start
 */
export async function startAnnounced(
  { name, what, program, args }: AnnouncedSettings,
  common: Pick<KeptProcessSettings, 'env' | 'log' | 'guard'>,
  signal: AbortSignal,
): Promise<AnnouncedProcess> {
  let port = '0';
  let take: (url: string) => void = () => undefined;
  const child = new KeptProcess({
    ...common,
    name,
    path: process.execPath,
    args: () => [program, '--port', port, ...args],
    stopRank: 1,
    onStdout: (line) => {
      const url = urlIn(line);
      if (url !== undefined) take(url);
    },
  });
  const onUrl = (taker: typeof take): void => {
    take = taker;
  };
  const announced = whenAnnounced(child, what, onUrl, signal);
  child.start();
  try {
    const url = await announced;
    port = new URL(url).port;
    return { url, child };
  } catch (thrown) {
    child.kill();
    throw thrown;
  }
}
