/**
 * The states a task went through, by stream sequence: what the live router holds, and what `verify` walks
 * again. A fact from outside that was stored before the router's own last decision, but delivered after it,
 * takes its place in the row, and what follows is folded again: the log's order is the fold's order.
 */
import { initialTask, taskKernel } from './task-machine.ts';
import type { TaskFact, TaskState } from './task-state.ts';

type Entry = {
  readonly sequence: number;
  readonly fact: TaskFact | null;
  readonly state: TaskState;
};

/** So far back may a late fact be inserted; states share their parts, so this is cheap. */
const TAIL_MAX = 64;

export class TaskHistory {
  #base: TaskState = initialTask;
  #baseSequence = 0;
  #tail: Entry[] = [];

  get state(): TaskState {
    return this.#tail.at(-1)?.state ?? this.#base;
  }

  /**
   * @param fact null for an event that the task machine does not fold
   * @returns false when the place is so far back that its state is forgotten: read the log again
   */
  insert(sequence: number, fact: TaskFact | null): boolean {
    if (sequence <= this.#baseSequence) return false;
    const at = this.#tail.findLastIndex((entry) => entry.sequence < sequence) + 1;
    const later = this.#tail.splice(at);
    this.#push(sequence, fact);
    for (const entry of later) this.#push(entry.sequence, entry.fact);
    while (this.#tail.length > TAIL_MAX) this.#forgetOldest();
    return true;
  }

  fork(): TaskHistory {
    const copy = new TaskHistory();
    copy.#base = this.#base;
    copy.#baseSequence = this.#baseSequence;
    copy.#tail = [...this.#tail];
    return copy;
  }

  #push(sequence: number, fact: TaskFact | null): void {
    const state = fact === null ? this.state : taskKernel.step(this.state, fact);
    this.#tail.push({ sequence, fact, state });
  }

  #forgetOldest(): void {
    const oldest = this.#tail.shift();
    if (oldest === undefined) return;
    this.#base = oldest.state;
    this.#baseSequence = oldest.sequence;
  }
}
