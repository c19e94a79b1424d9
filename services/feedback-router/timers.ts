/**
 * Timers are the server's: a schedule on `timer.set` becomes a message on `timer.due` at its time, after a
 * downtime too. They are set before the decision that needs them, never cancelled, and a stale one changes
 * nothing.
 */

import type { Timer } from '../../machines/task/outstanding.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { publish } from '../../shared/bus/publish.ts';
import { timerDue, timerSet } from '../../shared/bus/subjects.ts';

/** The server's schedule grammar takes whole seconds or fractions in RFC 3339. */
export async function setTimer(
  { connection, namespace }: RoleContext,
  taskId: string,
  timer: Timer,
): Promise<void> {
  await publish(connection, {
    subject: timerSet(namespace, taskId, timer.id),
    body: JSON.stringify({ dueAt: timer.dueAt }),
    extra: {
      'Nats-Schedule': `@at ${timer.dueAt}`,
      'Nats-Schedule-Target': timerDue(namespace, taskId, timer.id),
    },
  });
}
