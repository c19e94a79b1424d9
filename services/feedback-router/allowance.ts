/** What the reader of a letter may still spend. */
import type { TaskContext } from '../../machines/task/task-state.ts';
import type { Allowance } from '../../shared/events/shapes.ts';

const TRIES = 3;

export const allowanceOf = ({ limits, spent }: TaskContext): Allowance => ({
  modelCalls: Math.max(0, limits.modelCalls - spent.calls),
  tokens: Math.max(0, limits.tokens - spent.inputTokens - spent.outputTokens),
  costUsd: Math.max(0, limits.costUsd - spent.costUsd),
  tries: TRIES,
});
