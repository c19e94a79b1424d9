/** The command line as a whole: from arguments to an exit code. */
import { Command, CommanderError } from 'commander';
import { FAULTS, type Fault, toFault } from '../../shared/errors.ts';
import { VERSION } from '../../shared/version.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT } from './exit-codes.ts';
import type { Launch } from './launch.ts';
import { leaveAtOnce } from './leave-on-signal.ts';
import { Output } from './output.ts';
import { addSystemCommands } from './system-commands.ts';
import { addTaskCommands } from './task-commands.ts';
import type { Terminal } from './terminal.ts';
import { isAnswered, usageFault } from './usage-fault.ts';

const faultOf = (thrown: unknown): Fault =>
  thrown instanceof CommanderError ? usageFault(thrown) : toFault(thrown);

/**
 * @param args what follows the program's name
 * @returns the exit code; undefined when the process stays and ends by itself
 */
export async function runProgram(
  args: readonly string[],
  terminal: Terminal,
): Promise<number | undefined> {
  const isJson = args.includes('--json');
  const output = new Output(isJson);
  const context: CommandContext = { terminal, output };
  let exitCode: number | undefined = EXIT.done;
  const launch: Launch =
    (act, kind = 'client') =>
    async (...given) => {
      if (kind === 'client') leaveAtOnce();
      exitCode = await act(context, ...given);
    };
  const program = new Command('loopwright')
    .description('An event-sourced runtime for AI agents.')
    .version(VERSION)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ outputError: () => undefined });
  if (isJson) program.configureOutput({ writeErr: () => undefined });
  addTaskCommands(program, launch);
  addSystemCommands(program, launch);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (thrown) {
    if (thrown instanceof CommanderError && isAnswered(thrown)) return EXIT.done;
    const fault = faultOf(thrown);
    output.error(fault);
    return FAULTS[fault.code].exit;
  }
}
