/** Sums of what was spent on models. */
import type { Spent } from '../events/shapes.ts';

export const addSpent = (sum: Spent, more: Spent): Spent => ({
  calls: sum.calls + more.calls,
  inputTokens: sum.inputTokens + more.inputTokens,
  outputTokens: sum.outputTokens + more.outputTokens,
  costUsd: sum.costUsd + more.costUsd,
});
