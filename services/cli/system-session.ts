/** A system that lives as long as a command does: started, used, and stopped whatever happens. */
import { toFault } from '../../shared/errors.ts';
import type { Scale } from '../dev/role-names.ts';
import type { SampleOptions } from '../dev/start-samples.ts';
import { type System, startSystem } from '../dev/start-system.ts';
import { onClosedStdout } from './closed-stdout.ts';
import { type CommandContext, configOf } from './command-context.ts';
import { EXIT } from './exit-codes.ts';
import { type Leaving, leaveInOrder } from './leave-on-signal.ts';

export type SessionOptions = {
  readonly scale: Scale;
  readonly samples: SampleOptions;
  readonly isOnce: boolean;
  readonly logLevel: 'info' | 'warn';
  readonly log: (line: string) => void;
};

/** Resolves when the user wants to leave. */
export const whenLeaving = ({ signal }: Leaving): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });

/**
 * @param act what is done with the system; it returns the exit code, and gives up when `leaving` says so
 * @throws {Fault} what kept the system from starting
 */
export async function withSystem(
  context: CommandContext,
  options: SessionOptions,
  act: (system: System, leaving: Leaving) => Promise<number>,
): Promise<number> {
  const config = configOf(context);
  let system: System | undefined;
  const leaving = leaveInOrder(() => system?.kill());
  onClosedStdout(leaving.end);
  try {
    system = await startSystem({
      ...options,
      config,
      env: context.terminal.env,
      signal: leaving.signal,
    });
    const code = await act(system, leaving);
    return leaving.exitCode() ?? code;
  } catch (thrown) {
    // A signal during the start-up is no fault.
    if (leaving.signal.aborted) return leaving.exitCode() ?? EXIT.done;
    throw toFault(thrown);
  } finally {
    await system?.stop();
  }
}
