/** The calls in flight by task, so that the end of a task aborts what belongs to it. */
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { parseEventSubject } from '../../shared/bus/subjects.ts';
import { TERMINAL_TYPES } from '../../shared/events/catalog.ts';

export class RunningCalls {
  readonly #controllers = new Map<string, Set<AbortController>>();

  /** Runs `act` with a signal that aborts when the task ends. */
  async during<T>(taskId: string, act: (ended: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const set = this.#controllers.get(taskId) ?? new Set();
    this.#controllers.set(taskId, set.add(controller));
    try {
      return await act(controller.signal);
    } finally {
      set.delete(controller);
      if (set.size === 0) this.#controllers.delete(taskId);
    }
  }

  abort(taskId: string): void {
    for (const controller of this.#controllers.get(taskId) ?? []) controller.abort();
  }

  /** Listens to the ends of tasks; core NATS is enough, since a missed one only lets a call finish. */
  listen(context: RoleContext): void {
    context.connection.subscribe(`${context.namespace}.ev.router.client.*`, {
      callback: (_error, message) => {
        const taskId = parseEventSubject(message.subject)?.taskId ?? '';
        if (!this.#controllers.has(taskId)) return;
        const text = message.string();
        if (TERMINAL_TYPES.some((type) => text.includes(`"type":"${type}"`))) this.abort(taskId);
      },
    });
  }
}
