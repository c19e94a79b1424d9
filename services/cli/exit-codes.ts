/** The command line's exit codes (WIRE.md section 7); faults have theirs in `shared/errors.ts`. */
import type { TaskStatus } from '../../shared/events/router-events.ts';

export const EXIT = {
  done: 0,
  unreachable: 3,
  failed: 5,
  cancelled: 6,
  waits: 7,
  SIGINT: 130,
  SIGTERM: 143,
  SIGHUP: 129,
} as const;

/** @param status of a task that is not watched any longer */
export const exitCodeOf = (status: TaskStatus): number => {
  if (status === 'completed') return EXIT.done;
  if (status === 'failed') return EXIT.failed;
  return status === 'cancelled' ? EXIT.cancelled : EXIT.waits;
};
