// Runs another program with a time limit.
import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { SetupError } from './setup-error.mjs';

const execute = promisify(execFile);

/**
 * Runs a program to its end and returns what it printed on stdout.
 * @param {string} command
 * @param {string[]} args
 * @param {{ timeoutMs: number, cwd?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>}
 */
export async function runCommand(command, args, { timeoutMs, ...options }) {
  try {
    const limits = { timeout: timeoutMs, killSignal: /** @type {const} */ ('SIGKILL') };
    return (await execute(command, args, { ...options, ...limits })).stdout;
  } catch (cause) {
    const failure = /** @type {{ killed?: boolean, stderr?: string, message: string }} */ (cause);
    const lastLine = failure.stderr?.trim().split('\n').at(-1) || failure.message.split('\n')[0];
    const why = failure.killed ? `no answer within ${timeoutMs / 1000} s` : lastLine;
    throw new SetupError(`${command} ${args[0] ?? ''}: ${why}`, { cause });
  }
}

/**
 * Runs a program whose output the user should see. It goes to stderr, because stdout belongs to
 * results.
 * @param {string} command
 * @param {string[]} args
 * @param {{ what: string, timeoutMs: number, cwd: string }} options
 * @returns {Promise<void>}
 */
export async function runVisibly(command, args, { what, timeoutMs, cwd }) {
  const child = spawn(command, args, { cwd, timeout: timeoutMs, stdio: ['ignore', 2, 2] });
  const outcome = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  if (outcome !== 0) throw new SetupError(`${what} failed (${outcome}); its reasons are above`);
}
