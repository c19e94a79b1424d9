/** What every command is given. */
import { type Config, readConfig } from '../../shared/config/read-config.ts';
import type { Output } from './output.ts';
import type { Terminal } from './terminal.ts';

export type CommandContext = {
  readonly terminal: Terminal;
  readonly output: Output;
};

/** @throws {Fault} `CONFIG_INVALID` */
export const configOf = ({ terminal }: CommandContext): Config => readConfig(terminal.env);
