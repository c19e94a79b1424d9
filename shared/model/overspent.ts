/** Whether a task may ask another question. */
import type { Allowance, Spent } from '../events/shapes.ts';
import { ModelFault } from './model-fault.ts';

/** @returns why no further call may be made; null when one may */
export function overspent(allowance: Allowance, spent: Spent): ModelFault | null {
  if (spent.calls >= allowance.modelCalls)
    return new ModelFault('MODEL_BUDGET', 'The task has no model calls left (limit modelCalls).');
  if (spent.inputTokens + spent.outputTokens >= allowance.tokens)
    return new ModelFault('MODEL_BUDGET', 'The task has no model tokens left (limit tokens).');
  return null;
}
