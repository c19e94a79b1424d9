/** The row of the task index, the partial result and the counts: views of a task's state. */

import type { Partial, TaskRow, TaskStatus } from '../../shared/events/router-events.ts';
import type { Counts, Prior } from '../../shared/events/shapes.ts';
import { toolOf } from './step-facts.ts';
import type { TaskContext, TaskState } from './task-state.ts';

export const countsOf = (context: TaskContext): Counts => {
  const counts = { accepted: 0, failed: 0, skipped: 0, cancelled: 0, total: context.steps.length };
  for (const { context: step } of context.steps)
    if (step.outcome !== null) counts[step.outcome] += 1;
  return counts;
};

export const STATUS_OF_END = {
  'task.completed': 'completed',
  'task.failed': 'failed',
  'task.cancelled': 'cancelled',
} as const;

export const statusOf = ({ value, context }: TaskState): TaskStatus => {
  const end = context.ended ?? context.end?.type;
  if (end !== undefined) return STATUS_OF_END[end];
  return value === 'idle' || value === 'terminated' ? 'queued' : value;
};

export const rowOf = (state: TaskState): TaskRow => ({
  status: statusOf(state),
  goal: state.context.submitted?.goal ?? '',
  counts: countsOf(state.context),
  usage: state.context.spent,
});

/** What was accepted so far, for a task that stops before its answer. */
export const partialOf = (context: TaskContext): Partial => {
  const entries = context.steps
    .filter(({ context: step }) => step.outcome === 'accepted')
    .map(({ context: step }) => [
      step.def.id,
      { summary: step.summary, data: step.result?.data ?? null },
    ]);
  return Object.fromEntries(entries) as Partial;
};

/**
 * Accepted results by step id, for letters (I5).
 *
 * @param only the steps wanted; all when undefined
 * @param withData results themselves, or summaries only
 */
export function priorOf(
  context: TaskContext,
  only: ReadonlySet<string> | undefined,
  withData: boolean,
): Prior {
  const prior: Prior = {};
  for (const step of context.steps) {
    const { def, outcome, params, summary, conclusion, result } = step.context;
    if (outcome !== 'accepted' || (only !== undefined && !only.has(def.id))) continue;
    prior[def.id] = {
      tool: toolOf(step),
      params,
      summary,
      conclusion,
      ...(withData ? { data: result?.data ?? null } : {}),
    };
  }
  return prior;
}
