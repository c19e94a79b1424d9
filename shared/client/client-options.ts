/** What may go with the calls of a client. */
import type { TaskStatus } from '../events/router-events.ts';
import type { ZodSchema } from './answer-schema.ts';
import type { SubmitOptions } from './compose-task.ts';
import type { TaskEvent } from './follow-task.ts';

export type WaitOptions = {
  /** Ends the waiting, not the task; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
};

/** A schema of zod 4 that `data` is parsed by, and that gives it its type. */
export type TypedBy<T> = { readonly answerSchema: ZodSchema<T> };

export type RunOptions = SubmitOptions &
  WaitOptions & {
    /** Told each event of the task but claims, from the first on; what it throws ends the waiting. */
    readonly onEvent?: ((told: TaskEvent) => void) | undefined;
  };

/** What goes with an answer: changed parameters (for `edit`), words, more of a limit. */
export type AnswerOptions = {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly text?: string | undefined;
  readonly grant?: number | undefined;
};

export type ListOptions = {
  readonly status?: TaskStatus | undefined;
  /** 1 to 1,000; 50 by default. */
  readonly max?: number | undefined;
  /** The last id of the page before. */
  readonly after?: string | undefined;
};
