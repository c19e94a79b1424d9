/** A reader that has seen enough (`| head`) is not an error. */
import { EXIT } from './exit-codes.ts';

let leave: () => void = () => process.exit(EXIT.done);

/** What to do instead of leaving at once. */
export const onClosedStdout = (act: () => void): void => {
  leave = act;
};

/** Once, at the start of the process. */
export function watchStdout(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') leave();
    else throw error;
  });
  process.stderr.on('error', () => undefined);
}
