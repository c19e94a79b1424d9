/** A plan that did not work out becomes a request for the next revision, with what went wrong. */
import type { Feedback } from '../../shared/events/shapes.ts';
import type { TaskContext } from './task-state.ts';

/**
 * A request that follows no proposal is no re-plan: the limit `replans` does not count it.
 *
 * @param failures told to the planner as feedback of class `plan`, each with the call that was
 * rejected
 */
export function oweReplan(context: TaskContext, failures: readonly Feedback[]): TaskContext {
  const { plan } = context;
  return {
    ...context,
    plan: {
      ...plan,
      revision: plan.revision + 1,
      stage: 'owed',
      replans: plan.replans + (context.steps.length > 0 ? 1 : 0),
      feedback: failures.map((failure) => ({ ...failure, class: 'plan' })),
    },
  };
}
