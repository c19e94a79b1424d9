/** Where a step is, by id; derived once per plan and never stored. */
import type { TaskContext } from './task-state.ts';

const indexes = new WeakMap<object, ReadonlyMap<string, number>>();

/** The position of `stepId`, or -1. Step ids are unique in a task over all revisions. */
export function positionOf(context: TaskContext, stepId: string): number {
  let index = indexes.get(context.dependents);
  if (index === undefined) {
    index = new Map(context.steps.map((step, position) => [step.context.def.id, position]));
    indexes.set(context.dependents, index);
  }
  return index.get(stepId) ?? -1;
}

/** Positions of the dependents of every step, of dependencies not accepted yet, for new steps in place. */
export function graphOf(steps: TaskContext['steps']): Pick<TaskContext, 'dependents' | 'blockers'> {
  const at = new Map(steps.map((step, position) => [step.context.def.id, position]));
  const dependents: number[][] = steps.map(() => []);
  const blockers = steps.map(({ context }, position) => {
    let open = 0;
    for (const id of context.def.dependsOn) {
      const from = at.get(id);
      if (from === undefined) continue;
      dependents[from]?.push(position);
      if (steps[from]?.context.outcome !== 'accepted') open += 1;
    }
    return open;
  });
  return { dependents, blockers };
}
