/**
 * What later steps read of a result has to be in it: for each binding that picks a field, the step that it reads gets
 * a check of its own. A result without the field is the answer of another tool than was meant.
 */
import { referencesOf } from '../../shared/bindings/bindings.ts';
import type { PlanStep } from '../../shared/events/plan.ts';
import type { Expect } from '../../shared/events/shapes.ts';

const expectOf = (field: string, isReasoning: boolean): Expect => ({
  rule: `has ${field}`.slice(0, 100),
  // Not $exists: an empty list does not exist for JSONata.
  test: `${JSON.stringify(field)} in $keys(data)`,
  layer: 'semantics',
  class: isReasoning ? 'result' : 'tool',
  message: `The result has no ${field}, which a later step reads.`,
});

/** @returns the steps, each with the checks that the others' bindings imply before its own */
export function withExpectedShapes(steps: readonly PlanStep[]): PlanStep[] {
  const fields = new Map<string, Set<string>>();
  for (const { params } of steps) {
    for (const path of referencesOf(params).paths) {
      const [id = '', field] = path.split('.');
      if (field === undefined || /^\d+$/.test(field)) continue;
      fields.set(id, (fields.get(id) ?? new Set()).add(field));
    }
  }
  return steps.map((step) => {
    const implied = [...(fields.get(step.id) ?? [])].map((field) =>
      expectOf(field, step.tool === null),
    );
    return implied.length === 0 ? step : { ...step, expect: [...implied, ...step.expect] };
  });
}
