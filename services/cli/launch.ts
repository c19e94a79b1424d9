/** How commander's actions become commands of ours. */
import type { CommandContext } from './command-context.ts';

/** `client` leaves at once on a signal, `system` in order, `role` as roles do. */
type Kind = 'client' | 'system' | 'role';

/** Gives a command its context; what it returns is the exit code, none for a process that stays. */
export type Launch = <Args extends unknown[]>(
  act: (context: CommandContext, ...args: Args) => Promise<number | undefined>,
  kind?: Kind,
) => (...args: Args) => Promise<void>;
