/** What the plans of a file have in common, whatever form they are written in. */
import type { PlanStep } from '../../shared/events/plan.ts';
import type { PlanFault } from '../../shared/plan/plan-fault.ts';

export type Duration = string | number;

export type ForeignPlan = {
  readonly id: string;
  /** Names the set of tools that exist for this plan. */
  readonly domain: string | null | undefined;
  readonly steps: readonly PlanStep[];
  /** By step id, as written; empty when the plan says nothing of time. */
  readonly durations: ReadonlyMap<string, Duration>;
  /** What is wrong with the form itself and cannot be seen in `steps` any more. */
  readonly faults: readonly PlanFault[];
};

/** A step with its foreign parts left out. */
export const plainStep = (
  given: Pick<PlanStep, 'id' | 'tool' | 'dependsOn'> & Partial<PlanStep>,
): PlanStep => ({ description: '', params: {}, expect: [], intent: '', ...given });

/** Every text in a JSON value, however deep. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* textsIn(part);
  }
}
