/** What a planner is told of a plan that did not work out. */
import type { Feedback } from '../../shared/events/shapes.ts';

/** The failures as feedback of class `plan`, each with the call that was rejected. */
export const feedbackOfFailures = (failures: readonly Feedback[]): Feedback[] =>
  failures.map((failure) => ({ ...failure, class: 'plan' }));
