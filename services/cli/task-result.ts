/** The object that a watched task ends with (WIRE.md section 7). */
import type { TaskView } from '../../machines/task/task-view.ts';
import type { TaskStatus } from '../../shared/events/router-events.ts';
import type { Counts, Spent } from '../../shared/events/shapes.ts';

export type TaskResult = {
  readonly type: 'result';
  readonly id: string;
  readonly status: TaskStatus;
  readonly answer: string | null;
  readonly data: unknown;
  readonly decisions: readonly unknown[];
  readonly class?: string;
  readonly code?: string;
  readonly reason?: string;
  readonly cure?: string;
  /** What was accepted before the task ended early, by step. */
  readonly partial?: Readonly<Record<string, unknown>>;
  /** The question that the task waits for. */
  readonly request?: NonNullable<TaskView['request']>;
  readonly counts: Counts;
  readonly usage: Spent;
  readonly durationMs: number;
};

/** True when nothing more happens without a person. */
export const isSettled = ({ result, request }: TaskView): boolean =>
  result !== null || request !== null;

const durationOf = (view: TaskView, now: string): number => {
  const end = view.endedAt ?? now;
  return view.submittedAt === null ? 0 : Date.parse(end) - Date.parse(view.submittedAt);
};

/** @param now ISO instant, for a task that has not ended */
export function resultOf(view: TaskView, now: string): TaskResult {
  const { id, row, result, request } = view;
  const base = {
    type: 'result' as const,
    id,
    status: row.status,
    answer: null,
    data: null,
    decisions: [],
    counts: row.counts,
    usage: row.usage,
    durationMs: durationOf(view, now),
  };
  if (result === null) return { ...base, ...(request === null ? {} : { request }) };
  const { decisions, counts, usage } = result.data;
  const ended = { ...base, decisions, counts, usage };
  if (result.type === 'task.completed') {
    return { ...ended, status: 'completed', answer: result.data.answer, data: result.data.data };
  }
  const { reason, partial } = result.data;
  if (result.type === 'task.cancelled') return { ...ended, status: 'cancelled', reason, partial };
  const { class: kind, code, cure } = result.data;
  return { ...ended, status: 'failed', class: kind, code, reason, cure, partial };
}
