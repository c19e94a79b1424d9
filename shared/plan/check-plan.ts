/**
 * What makes a plan fit to run, before any tool is known: unique ids, no cycle, no dangling or self
 * dependency, references only to steps of the plan, sizes. A missing edge that a reference implies is
 * added. Intake, planner and command line share this, so a plan is refused with the same words everywhere.
 */
import { referencesOf } from '../bindings/bindings.ts';
import { safeJsonata } from '../bindings/safe-jsonata.ts';
import { Fault } from '../errors.ts';
import type { Limits } from '../events/limits.ts';
import type { PlanStep } from '../events/plan.ts';

const duplicateIn = (ids: readonly string[]): string | undefined =>
  ids.find((id, index) => ids.indexOf(id) !== index);

/** Adds the dependencies that bindings imply; a JSONata root that is no step may as well be a field. */
function withImpliedEdges(
  step: PlanStep,
  ids: ReadonlySet<string>,
  known: ReadonlySet<string>,
): PlanStep {
  const { picked, roots } = referencesOf(step.params);
  for (const id of picked) {
    if (ids.has(id) || known.has(id)) continue;
    const path = `steps.${step.id}.params`;
    throw new Fault(
      'PLAN_DEPENDENCY',
      `Step ${step.id} picks from ${id}, which is no step of the plan.`,
      { path },
    );
  }
  const implied = [...picked, ...roots].filter((name) => ids.has(name));
  if (implied.includes(step.id)) {
    throw new Fault('PLAN_DEPENDENCY', `Step ${step.id} reads its own result.`, {
      path: `steps.${step.id}`,
    });
  }
  return { ...step, dependsOn: [...new Set([...step.dependsOn, ...implied])] };
}

function checkDependencies(
  step: PlanStep,
  ids: ReadonlySet<string>,
  known: ReadonlySet<string>,
): void {
  for (const id of step.dependsOn) {
    const path = `steps.${step.id}.dependsOn`;
    if (id === step.id)
      throw new Fault('PLAN_DEPENDENCY', `Step ${id} depends on itself.`, { path });
    if (!ids.has(id) && !known.has(id)) {
      throw new Fault(
        'PLAN_DEPENDENCY',
        `Step ${step.id} depends on ${id}, which does not exist.`,
        { path },
      );
    }
  }
}

/** Kahn's algorithm: what cannot be taken away layer by layer is a cycle. */
function cycleIn(steps: readonly PlanStep[]): string[] {
  const waitsFor = new Map(steps.map((step) => [step.id, new Set(step.dependsOn)]));
  const dependents = new Map<string, string[]>();
  for (const step of steps) {
    for (const id of step.dependsOn) dependents.set(id, [...(dependents.get(id) ?? []), step.id]);
  }
  const free = steps
    .filter((step) => !step.dependsOn.some((id) => waitsFor.has(id)))
    .map(({ id }) => id);
  const left = new Set(steps.map(({ id }) => id));
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id);
    for (const dependent of dependents.get(id) ?? []) {
      const open = waitsFor.get(dependent);
      open?.delete(id);
      if (open !== undefined && [...open].every((other) => !left.has(other)) && left.has(dependent))
        free.push(dependent);
    }
  }
  return [...left];
}

/**
 * @param known ids of accepted steps of earlier revisions, which may be read too
 * @returns the steps with the edges added that their bindings imply
 * @throws {Fault} `PLAN_INVALID`, `PLAN_DEPENDENCY`, `PLAN_CYCLE`, `PLAN_TOO_LARGE`, `BINDING_INVALID`
 */
export function checkPlan(
  steps: readonly PlanStep[],
  limits: Pick<Limits, 'stepsPerPlan' | 'steps'>,
  known: ReadonlySet<string> = new Set(),
): PlanStep[] {
  for (const name of ['stepsPerPlan', 'steps'] as const) {
    if (steps.length > limits[name]) {
      throw new Fault(
        'PLAN_TOO_LARGE',
        `The plan has ${steps.length} steps; the limit ${name} is ${limits[name]}.`,
        { path: 'steps' },
      );
    }
  }
  const ids = new Set(steps.map(({ id }) => id));
  const twice = duplicateIn([...steps.map(({ id }) => id), ...known]);
  if (twice !== undefined)
    throw new Fault('PLAN_INVALID', `The step id ${twice} is used twice.`, { path: 'steps' });
  const linked = steps.map((step) => {
    for (const { test } of step.expect) safeJsonata(test);
    return withImpliedEdges(step, ids, known);
  });
  for (const step of linked) checkDependencies(step, ids, known);
  const cycle = cycleIn(linked);
  if (cycle.length > 0) {
    throw new Fault(
      'PLAN_CYCLE',
      `These steps wait for one another: ${cycle.slice(0, 10).join(', ')}.`,
      { path: 'steps' },
    );
  }
  return linked;
}
