/** The commands about the system, as commander knows them. */
import type { Command } from 'commander';
import { FAULT_NAMES } from '../../infra/faults/fault-names.ts';
import { devCommand } from './dev-command.ts';
import { doctorCommand } from './doctor-command.ts';
import type { Launch } from './launch.ts';
import { serveCommand } from './serve-command.ts';
import { startCommand } from './start-command.ts';
import { JSON_TEXT, repeated, withSubmission } from './task-commands.ts';
import { toolsCommand } from './tools-command.ts';
import { verifyCommand } from './verify-command.ts';

/** What a system of one's own is made of. */
const withSystemOptions = (command: Command): Command =>
  command
    .option('--scale <role=n>', 'run a role n times; may be repeated', repeated, [])
    .option('--world <file>', "replaces the sample provider's world")
    .option('--fault <name>', `let one thing go wrong: ${FAULT_NAMES.join(', ')}`)
    .option('--script <file>', "replaces the offline model's answers");

function addRunning(program: Command, launch: Launch): void {
  withSystemOptions(withSubmission(program.command('start')))
    .description('start everything here, and carry out one task: a sample when none is given')
    .option('--once', 'a system of its own that ends with the task')
    .option('--json', JSON_TEXT)
    .action(launch(startCommand, 'system'));
  withSystemOptions(program.command('dev'))
    .description('start everything here, until Ctrl-C')
    .option('--json', JSON_TEXT)
    .action(launch(devCommand, 'system'));
  program
    .command('serve <role>')
    .description('run one role in this process')
    .option('--pool <name>', 'the pool of an executor')
    .option('--concurrency <n>', 'calls at once of an executor')
    .option('--json', JSON_TEXT)
    .action(launch(serveCommand, 'role'));
}

export function addSystemCommands(program: Command, launch: Launch): void {
  addRunning(program, launch);
  program
    .command('tools')
    .description('list the tools that executors have announced')
    .option('--json', JSON_TEXT)
    .action(launch(toolsCommand));
  program
    .command('doctor')
    .description('look for what is missing')
    .option('--json', JSON_TEXT)
    .action(launch(doctorCommand));
  program
    .command('verify [id]')
    .description('check that the log of a task, or of all, agrees with itself')
    .option('--all', 'all tasks, as without an id')
    .option('--json', JSON_TEXT)
    .action(launch(verifyCommand));
}
