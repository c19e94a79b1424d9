/** Walks breadth-first through the states of a task, one representative of each shape. */
import { outstanding } from '../../machines/task/outstanding.ts';
import { taskKernel } from '../../machines/task/task-machine.ts';
import type { TaskFact, TaskState } from '../../machines/task/task-state.ts';
import { outsideReplies, politeReplies } from './outside-replies.ts';
import { recordedForm, recordedForms } from './recorded.ts';

/** What tells states apart here; numbers that only count upwards would make the walk endless. */
export const shapeOf = ({ value, context }: TaskState): string => {
  const { plan, answer, request, reached, end } = context;
  return JSON.stringify([
    value,
    [plan.stage, plan.unannounced, plan.replans],
    [answer.stage, answer.round],
    request === null ? null : [request.stage, request.kind, request.limit, request.ref?.stepId],
    reached === null ? null : [reached.limit, reached.scope],
    [context.paused, context.stalled !== null, context.ended, end?.type ?? null],
    end?.type === 'task.failed' ? end.class : null,
    context.steps.map(({ value: at, context: step }) => [
      at,
      step.need,
      step.held?.limit ?? null,
      [step.unsettled, step.later !== null, step.acted, step.override !== null],
      [step.outcome, step.rejections, step.used],
    ]),
  ]);
};

export type Visit = {
  readonly state: TaskState;
  readonly before: TaskState;
  readonly fact: TaskFact;
};

export type Exploration = {
  /** The state to begin with. */
  readonly start: TaskState;
  /** The reply to the first request for a plan. */
  readonly plan: TaskFact;
  /** So many shapes at most. */
  readonly limit: number;
};

/**
 * Walks until `limit` shapes are seen or none is left. A reply that changed something is also followed by
 * the decision that was drafted before the router saw it: that is how the two meet in a log.
 *
 * @param see is called with every state, and with what led to it
 * @returns how many shapes were seen
 */
export function exploreTask(
  { start, plan, limit }: Exploration,
  see: (visit: Visit, shape: string, isNew: boolean) => void,
): number {
  const seen = new Set([shapeOf(start)]);
  const queue = [start];
  const go = (before: TaskState, fact: TaskFact, from: string): TaskState | null => {
    const state = taskKernel.step(before, fact);
    if (state === before) return null;
    const shape = shapeOf(state);
    if (shape === from) return null;
    const isNew = !seen.has(shape);
    see({ state, before, fact }, shape, isNew);
    if (isNew && seen.size < limit) {
      seen.add(shape);
      queue.push(state);
    }
    return state;
  };
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const from = shapeOf(state);
    const decisions = recordedForms(state);
    for (const fact of decisions) go(state, fact, from);
    for (const reply of outsideReplies(state, plan)) {
      const after = go(state, reply, from);
      const [drafted] = decisions;
      if (after !== null && drafted !== undefined) go(after, drafted, shapeOf(after));
    }
  }
  return seen.size;
}

const ROUNDS_MAX = 300;

/** @returns the state once the task has ended in an obliging world, or the one in which it is stuck */
export function broughtToEnd(start: TaskState, plan: TaskFact): TaskState {
  let state = start;
  for (let round = 0; round < ROUNDS_MAX && state.context.ended === null; round += 1) {
    const [owed] = outstanding(state);
    const replies = owed === undefined ? politeReplies(state, plan) : [recordedForm(state, owed)];
    const after = taskKernel.fold(state, replies);
    if (after === state) return state;
    state = after;
  }
  return state;
}
