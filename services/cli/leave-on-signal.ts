/**
 * Ctrl-C and SIGTERM. A command that owns nothing leaves at once; one that runs a system stops it first.
 * A second SIGINT within a second is the echo of the first (npm repeats what the terminal has sent to
 * both); a later one forces.
 */
import { EXIT } from './exit-codes.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const ECHO_MS = 1_000;

/** For commands that hold nothing but a connection. */
export function leaveAtOnce(): void {
  for (const signal of SIGNALS) process.once(signal, () => process.exit(EXIT[signal]));
}

export type Leaving = {
  /** Aborted by the first signal, or by `end`. */
  readonly signal: AbortSignal;
  /** As if a signal had come: stdout is closed, say. */
  readonly end: () => void;
  /** Of the signal that came; undefined when none did. */
  readonly exitCode: () => number | undefined;
};

/** @param force ends everything at once; the process exits after it */
export function leaveInOrder(force: () => void): Leaving {
  const controller = new AbortController();
  let exitCode: number | undefined;
  let firstAt = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (exitCode === undefined) {
        exitCode = EXIT[signal];
        firstAt = performance.now();
        controller.abort();
        return;
      }
      if (signal !== 'SIGINT' || performance.now() - firstAt < ECHO_MS) return;
      force();
      process.exit(exitCode);
    });
  }
  return { signal: controller.signal, end: () => controller.abort(), exitCode: () => exitCode };
}
