/** The command line's process. */
import { watchStdout } from './closed-stdout.ts';
import { runProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

const { env, stdout } = process;
const isTty = stdout.isTTY === true;

// npm runs its scripts in the package's folder, and says where the user stood.
const isNpmStart = env.npm_lifecycle_event === 'start';

const terminal: Terminal = {
  env,
  folder: (isNpmStart ? env.INIT_CWD : undefined) ?? process.cwd(),
  isTty,
  hasColours: isTty && !env.NO_COLOR && env.TERM !== 'dumb',
  columns: () => stdout.columns || 80,
  rows: () => stdout.rows || 24,
};

watchStdout();
const exitCode = await runProgram(process.argv.slice(2), terminal);
if (exitCode !== undefined) {
  // A pipe takes what it can and leaves the rest to us: leaving earlier would cut the output short.
  await new Promise<void>((drained) => {
    stdout.write('', () => drained());
  });
  process.exit(exitCode);
}
