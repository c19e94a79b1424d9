/** What a task has come to, read from its own events: its end, or the question that it waits for. */
import type { EventOf, LoopEvent, TerminalType } from '../events/catalog.ts';
import { isTerminal } from '../events/catalog.ts';
import type { Decision, Partial } from '../events/router-events.ts';
import type { Counts, Spent } from '../events/shapes.ts';

type Common = {
  readonly id: string;
  /** Why it went as it did, oldest first; empty while the task waits. */
  readonly decisions: readonly Decision[];
  /** Steps by outcome. */
  readonly counts: Counts;
  /** Model calls, tokens and US dollars. */
  readonly usage: Spent;
};

/** A question of a task; `Client.answer` answers it. */
export type TaskRequest = EventOf<'human.requested'>['data'];

export type CompletedTask<T> = Common & {
  readonly status: 'completed';
  /** For people to read. */
  readonly answer: string;
  /** For programs: in the form of `answerSchema`, when one was given. */
  readonly data: T;
};

type FailedTask = Common & {
  readonly status: 'failed';
  readonly answer: null;
  readonly data: null;
  readonly class: string;
  readonly code: string;
  readonly reason: string;
  readonly cure: string;
  /** What was accepted before, by step. */
  readonly partial: Partial;
};

type CancelledTask = Common & {
  readonly status: 'cancelled';
  readonly answer: null;
  readonly data: null;
  readonly reason: string;
  readonly partial: Partial;
};

type WaitingTask = Common & {
  readonly status: 'waiting';
  readonly answer: null;
  readonly data: null;
  readonly request: TaskRequest;
};

/** How a task stands when nothing more happens without a person. `status` tells the four apart. */
export type TaskResult<T = unknown> = CompletedTask<T> | FailedTask | CancelledTask | WaitingTask;

function endedTask(event: EventOf<TerminalType>): TaskResult {
  const { decisions, counts, usage } = event.data;
  const common = { id: event.subject, decisions, counts, usage };
  if (event.type === 'task.completed') {
    const { answer, data } = event.data;
    return { ...common, status: 'completed', answer, data };
  }
  const unanswered = { ...common, answer: null, data: null };
  const { reason, partial } = event.data;
  if (event.type === 'task.cancelled') {
    return { ...unanswered, status: 'cancelled', reason, partial };
  }
  const { class: kind, code, cure } = event.data;
  return { ...unanswered, status: 'failed', class: kind, code, reason, cure, partial };
}

/** The answers that the router takes; any other one leaves the question open. */
const isTaken = ({ answers }: TaskRequest, answer: string): boolean =>
  answers.length === 0 || answers.includes(answer) || answer === 'abort';

/** Follows one task by its events, each once and in the log's order. */
export class TaskProgress {
  readonly #id: string;
  #end: EventOf<TerminalType> | undefined;
  #request: TaskRequest | null = null;
  #limit = '';

  constructor(id: string) {
    this.#id = id;
  }

  /** The question that is open. */
  get request(): TaskRequest | null {
    return this.#request;
  }

  take(event: LoopEvent): void {
    if (this.#end !== undefined) return;
    if (isTerminal(event)) {
      this.#end = event;
      this.#request = null;
    } else if (event.type === 'human.requested') {
      this.#request = event.data;
    } else {
      if (event.type === 'limit.reached') this.#limit = event.data.limit;
      if (this.#request !== null && this.#closes(event, this.#request)) this.#request = null;
    }
  }

  /** @returns undefined while the task goes on by itself */
  result(): TaskResult | undefined {
    if (this.#end !== undefined) return endedTask(this.#end);
    if (this.#request === null) return undefined;
    const { counts, usage } = this.#request.row;
    const common = { id: this.#id, decisions: [], counts, usage };
    return { ...common, status: 'waiting', answer: null, data: null, request: this.#request };
  }

  #closes(event: LoopEvent, request: TaskRequest): boolean {
    switch (event.type) {
      case 'human.answered':
        return event.data.requestId === request.requestId && isTaken(request, event.data.answer);
      case 'timer.fired':
        return event.data.timerId === `${request.requestId}-expiry`;
      case 'limit.extended':
        return request.kind === 'limit' && event.data.limit.split('.')[0] === this.#limit;
      default:
        return false;
    }
  }
}
