/** The commands about tasks, as commander knows them. */
import type { Command } from 'commander';
import type { Launch } from './launch.ts';
import { listCommand } from './list-command.ts';
import { logCommand, showCommand, watchCommand } from './read-commands.ts';
import { answerCommand, cancelCommand, extendCommand, pauseCommand } from './steer-commands.ts';
import { submitCommand } from './submit-command.ts';

export const JSON_TEXT = 'print one JSON object a line';

export const repeated = (value: string, previous: readonly string[]): readonly string[] => [
  ...previous,
  value,
];

/** What a submission is made of, for `submit` and `start`. */
export const withSubmission = (command: Command): Command =>
  command
    .argument('[goal]', 'what is to be done, in words')
    .option('--plan <file>', 'a plan to carry out, as JSON')
    .option('--id <id>', 'an id of your own: the same again is the same task')
    .option('--mode <mode>', 'auto, plan or react')
    .option('--limit <name=value>', 'set a limit; may be repeated', repeated, [])
    .option('--input <json>', 'a JSON object that goes with the goal');

function addReading(program: Command, launch: Launch): void {
  program
    .command('ls')
    .description('list tasks, newest first')
    .option('--status <status>', 'only those')
    .option('--max <n>', 'at most so many', '50')
    .option('--json', JSON_TEXT)
    .action(launch(listCommand));
  program
    .command('show <id>')
    .description('a task with its plan, verdicts, question and result')
    .option('--json', JSON_TEXT)
    .action(launch(showCommand));
  program
    .command('log <id>')
    .description('the events of a task as CloudEvents, one a line')
    .option('--follow', 'go on with what comes, until the task ends')
    .option('--json', JSON_TEXT)
    .action(launch(logCommand));
  program
    .command('watch <id>')
    .description('follow a task to its end')
    .option('--json', JSON_TEXT)
    .action(launch(watchCommand));
}

function addSteering(program: Command, launch: Launch): void {
  program
    .command('cancel <id>')
    .description('end a task')
    .option('--reason <text>', 'why, for its log')
    .option('--json', JSON_TEXT)
    .action(launch(cancelCommand));
  program
    .command('answer <id> <request> <answer>')
    .description('answer the question that a task waits for')
    .option('--params <json>', 'parameters for the answer edit, as a JSON object')
    .option('--text <text>', 'words that go with the answer')
    .option('--json', JSON_TEXT)
    .action(launch(answerCommand));
  program
    .command('extend <id> <limit> <grant>')
    .description('add to a limit of a running task')
    .option('--json', JSON_TEXT)
    .action(
      launch((context, id: string, limit: string, grant: string) =>
        extendCommand(context, [id, limit, grant]),
      ),
    );
  for (const verb of ['pause', 'resume'] as const) {
    program
      .command(`${verb} <id>`)
      .description(verb === 'pause' ? 'start no further step' : 'go on after a pause')
      .option('--json', JSON_TEXT)
      .action(launch((context, id: string) => pauseCommand(context, id, verb)));
  }
}

export function addTaskCommands(program: Command, launch: Launch): void {
  withSubmission(program.command('submit'))
    .description('hand in a task')
    .option('--watch', 'follow it to its end')
    .option('--json', JSON_TEXT)
    .action(launch(submitCommand));
  addReading(program, launch);
  addSteering(program, launch);
}
