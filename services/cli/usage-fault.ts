/** What commander says about a wrong command line, as a fault. */
import type { CommanderError } from 'commander';
import { Fault } from '../../shared/errors.ts';

/** `--help` and `--version` end a command too, but nothing is wrong. */
export const isAnswered = ({ exitCode }: CommanderError): boolean => exitCode === 0;

export const usageFault = (error: CommanderError): Fault => {
  const isBare = error.code === 'commander.help';
  const text = isBare ? 'A command is missing' : error.message.replace(/^error: /, '');
  const line = text.replace(/\s+/g, ' ').trim();
  return new Fault('USAGE', /[.?!)]$/.test(line) ? line : `${line}.`, { cause: error });
};
