// Runs a child in our place: its streams are ours, and signals sent to us go on to it.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const ECHO_MS = 1_000;

/**
 * Runs Node.js with these arguments and returns the exit code.
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, cwd?: string }} options
 * @returns {Promise<number>}
 */
export function runInPlace(args, options) {
  const child = spawn(process.execPath, args, { ...options, stdio: 'inherit' });
  /** @type {Map<string, number>} */
  const sent = new Map();
  for (const signal of FORWARDED) {
    process.on(signal, () => {
      // At a terminal, Ctrl-C reaches the child by itself; and npm repeats to its child what the
      // terminal has already sent to both. A child must not take such an echo for impatience.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      if (Date.now() - (sent.get(signal) ?? 0) < ECHO_MS) return;
      sent.set(signal, Date.now());
      child.kill(signal);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
    );
  });
}
