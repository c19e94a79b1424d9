/** What follows when a step has moved: dependents are released or skipped, and the plan may be done. */
import type { Feedback } from '../../shared/events/shapes.ts';
import { stepKernel } from '../step/step-machine.ts';
import type { StepFact, StepState } from '../step/step-state.ts';
import { oweReplan } from './owe-replan.ts';
import type { End, TaskContext } from './task-state.ts';

export const isOver = (step: StepState): boolean => step.value === 'terminated';

const replaced = <T>(list: readonly T[], position: number, item: T): T[] => {
  const copy = list.slice();
  copy[position] = item;
  return copy;
};

const endStep = (
  step: StepState,
  outcome: 'failed' | 'skipped' | 'cancelled',
  failure: Feedback | null,
): StepState => stepKernel.step(step, { type: 'order.end', outcome, failure });

type Graph = Pick<TaskContext, 'steps' | 'blockers' | 'dependents'>;

/** An accepted step takes one blocker from each dependent; without blockers a step may go. */
function release(graph: Graph, position: number): Graph {
  const blockers = graph.blockers.slice();
  for (const dependent of graph.dependents[position] ?? [])
    blockers[dependent] = (blockers[dependent] ?? 0) - 1;
  return { ...graph, blockers };
}

/** A step that will never be accepted skips whatever depends on it, however far away. */
function skipDependents(graph: Graph, position: number): Graph {
  const steps = graph.steps.slice();
  const queue = [...(graph.dependents[position] ?? [])];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const step = steps[next];
    if (step === undefined || isOver(step)) continue;
    steps[next] = endStep(step, 'skipped', null);
    queue.push(...(graph.dependents[next] ?? []));
  }
  return { ...graph, steps };
}

const noCure =
  'Read the verdicts with loopwright show ID, correct the plan or the goal, and submit it again.';

export const failedWith = (feedback: Feedback, cure = feedback.cure ?? noCure): End => ({
  type: 'task.failed',
  class: feedback.class,
  code: feedback.code,
  reason: feedback.message,
  cure,
});

/** When nothing is left to run: a new plan if something failed and one is allowed, else the answer. */
function concluded(context: TaskContext): TaskContext {
  if (context.steps.length === 0 || !context.steps.every(isOver) || context.end !== null)
    return context;
  const failures = context.steps.flatMap(({ context: step }) =>
    step.outcome === 'failed' && step.revision === context.plan.revision && step.failure !== null
      ? [step.failure]
      : [],
  );
  const [first] = failures;
  if (first === undefined) {
    return context.answer.stage === 'none'
      ? { ...context, answer: { ...context.answer, round: 1, stage: 'owed' } }
      : context;
  }
  if (context.plan.stage !== 'done') return context;
  if (context.plan.replans >= context.limits.replans) return { ...context, end: failedWith(first) };
  return oweReplan(context, failures);
}

/**
 * Moves the step at `position` by `fact`, then whatever depends on it.
 *
 * @returns the same context when the step does not take the fact
 */
export function moveStep(context: TaskContext, position: number, fact: StepFact): TaskContext {
  const before = context.steps[position];
  if (before === undefined) return context;
  let after = stepKernel.step(before, fact);
  if (after === before) return context;
  const { failure } = after.context;
  const isFailing = failure !== null && !isOver(after);
  if (isFailing) after = endStep(after, 'failed', failure);
  let graph: Graph = { ...context, steps: replaced(context.steps, position, after) };
  if (isOver(after) && !isOver(before)) {
    graph =
      after.context.outcome === 'accepted'
        ? release(graph, position)
        : skipDependents(graph, position);
  }
  const moved = { ...context, steps: graph.steps, blockers: graph.blockers };
  const isHopeless = isFailing && failure.class === 'infeasible';
  return isHopeless ? { ...moved, end: failedWith(failure) } : concluded(moved);
}

/** At the end of a task, what has not ended is cancelled. */
export const cancelRest = (context: TaskContext): TaskContext => ({
  ...context,
  steps: context.steps.map((step) => (isOver(step) ? step : endStep(step, 'cancelled', null))),
});
