/** What went wrong on the way, by step: failed tries and rejected attempts, in the order of the log. */
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { Labels } from './labels.ts';

export type StepNote = { readonly stepId: string; readonly text: string };

/** A score in thousandths as `0.800`. */
export const scoreText = (score: number): string => (score / 1_000).toFixed(3);

/** Undefined for events that are no trouble. */
export function noteOf(event: LoopEvent, labels: Labels): StepNote | undefined {
  if (event.type === 'step.attemptFailed') {
    const { stepId, attempt, error } = event.data;
    const which = `${labels.attempt} ${attempt}, ${labels.try} ${event.data.try}`;
    return { stepId, text: `${which} ${labels.failed} (${error.code}): ${error.message}` };
  }
  if (event.type === 'step.observed' && !event.data.accepted) {
    const { stepId, attempt, score, class: kind = 'result', feedback } = event.data;
    const verdict = `${labels.rejected} (${kind}, ${labels.score} ${scoreText(score)})`;
    return { stepId, text: `${labels.attempt} ${attempt} ${verdict}: ${feedback?.message ?? ''}` };
  }
  if (event.type === 'step.outcomeUnknown') {
    return {
      stepId: event.data.stepId,
      text: `${labels.attempt} ${event.data.attempt} (unknownOutcome)`,
    };
  }
  return undefined;
}
