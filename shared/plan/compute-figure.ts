/**
 * Figures of an answer that no result holds, such as a total: computed by a rule that is recorded with the answer,
 * by the planner that states them and again by the observer that believes no one.
 */
import { safeJsonata } from '../bindings/safe-jsonata.ts';
import type { Prior, Spec } from '../events/shapes.ts';

/**
 * @param rule JSONata over `{ results, spec }`
 * @returns undefined for a rule that yields nothing or cannot be evaluated
 */
export async function computeFigure(
  rule: string,
  { results, spec }: { readonly results: Prior; readonly spec: Spec },
): Promise<unknown> {
  try {
    return await safeJsonata(rule).evaluate({ results, spec });
  } catch {
    // A rule that does not work supports no figure; the answer that needs it is refused for that.
    return undefined;
  }
}
