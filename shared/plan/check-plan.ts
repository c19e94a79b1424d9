/**
 * Whether a plan is fit to run, before any tool is known. Intake, planner and command line share this, so a
 * plan is refused with the same words everywhere.
 */
import type { Limits } from '../events/limits.ts';
import type { PlanStep } from '../events/plan.ts';
import { withImpliedEdges } from './implied-edges.ts';
import { isFaulty, refusalOf } from './plan-fault.ts';
import { planFaults } from './plan-faults.ts';

/**
 * @param known ids of accepted steps of earlier revisions, which may be read too
 * @returns the steps with the edges added that their bindings imply
 * @throws {Fault} `PLAN_INVALID`, `PLAN_DEPENDENCY`, `PLAN_CYCLE`, `PLAN_TOO_LARGE`, `BINDING_INVALID`: the
 * first thing that is wrong, with the others named
 */
export function checkPlan(
  steps: readonly PlanStep[],
  limits: Pick<Limits, 'stepsPerPlan' | 'steps'>,
  known: ReadonlySet<string> = new Set(),
): PlanStep[] {
  const faults = planFaults(steps, limits, { ids: known });
  if (isFaulty(faults)) throw refusalOf(faults);
  return withImpliedEdges(steps);
}
