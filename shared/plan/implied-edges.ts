/** A binding that reads a step implies that it waits for it; plans may leave such edges out. */
import { type References, referencesOf } from '../bindings/bindings.ts';
import { Fault } from '../errors.ts';
import type { PlanStep } from '../events/plan.ts';

const NOTHING: Pick<References, 'picked' | 'roots'> = { picked: new Set(), roots: new Set() };

/** A binding that is not allowed is a fault of its own, and implies nothing. */
function readOf({ params }: PlanStep): Pick<References, 'picked' | 'roots'> {
  try {
    return referencesOf(params);
  } catch (thrown) {
    if (thrown instanceof Fault) return NOTHING;
    throw thrown;
  }
}

/** @returns the steps with those edges added; a JSONata root that is no step may as well be a field */
export function withImpliedEdges(steps: readonly PlanStep[]): PlanStep[] {
  const ids = new Set(steps.map(({ id }) => id));
  return steps.map((step) => {
    const { picked, roots } = readOf(step);
    const implied = [...picked, ...roots].filter((name) => ids.has(name) && name !== step.id);
    return { ...step, dependsOn: [...new Set([...step.dependsOn, ...implied])] };
  });
}
