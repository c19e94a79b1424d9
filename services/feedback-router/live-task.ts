/**
 * One task as the active router holds it: the fold, what is known of the log's order, and what was decided.
 *
 * R1. `history` holds every fact from outside up to `horizon`, and every decision up to `lastDecision`.
 * R2. Every decision is appended under `lastDecision`; a refusal means that this copy is stale, and drops it.
 * R3. A decision records `horizon` and the hash of the state it was taken in, so `verify` can take it again.
 */
import { concernsRouter, factOf, isRoutersOwn } from '../../machines/task/fact-of.ts';
import { TaskHistory } from '../../machines/task/task-history.ts';
import type { TaskState } from '../../machines/task/task-state.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { Decision } from '../../shared/events/router-events.ts';
import type { Logged } from '../../shared/log/event-log.ts';
import { decisionOf } from './decision-chain.ts';

export class LiveTask {
  readonly taskId: string;
  #history = new TaskHistory();
  readonly #seen = new Set<string>();
  readonly #decisions: Decision[] = [];
  readonly timersSet = new Set<string>();
  horizon = 0;
  lastDecision = 0;
  /** The last epoch that adopted the task. */
  adoptedBy = 0;
  /** The last fact from outside: the cause of what is decided next. */
  cause: LoopEvent | undefined;

  constructor(taskId: string) {
    this.taskId = taskId;
  }

  get state(): TaskState {
    return this.#history.state;
  }

  /** Links of the decision chain, in the log's order. */
  get decisions(): readonly Decision[] {
    return this.#decisions.toSorted((a, b) => a.sequence - b.sequence);
  }

  has(eventId: string): boolean {
    return this.#seen.has(eventId);
  }

  /** @returns false when the event's place is forgotten, and the log has to be read again */
  take({ event, sequence }: Logged): boolean {
    if (this.#seen.has(event.id)) return true;
    if (!this.#history.insert(sequence, factOf(event as LoopEvent))) return false;
    this.#seen.add(event.id);
    const decision = decisionOf(event as LoopEvent, sequence);
    if (decision !== null) this.#decisions.push(decision);
    if (event.type === 'task.adopted') this.adoptedBy = Math.max(this.adoptedBy, event.data.epoch);
    if (isRoutersOwn(event as LoopEvent)) {
      this.lastDecision = Math.max(this.lastDecision, sequence);
    } else {
      this.horizon = Math.max(this.horizon, sequence);
      this.cause = event as LoopEvent;
    }
    return true;
  }

  /** A copy to fold ahead on, for decisions whose sequences are not known yet. */
  fork(): LiveTask {
    const copy = new LiveTask(this.taskId);
    copy.#history = this.#history.fork();
    copy.horizon = this.horizon;
    copy.lastDecision = this.lastDecision;
    copy.cause = this.cause;
    return copy;
  }

  /** @param history all events of the task; `upTo` is a sequence that was stored before it was read */
  static fromLog(taskId: string, history: readonly Logged[], upTo: number): LiveTask {
    const task = new LiveTask(taskId);
    for (const logged of history) if (concernsRouter(logged.event as LoopEvent)) task.take(logged);
    task.horizon = Math.max(task.horizon, upTo);
    return task;
  }
}
