/** Facts about one step, handed to its own chart with the policy that counts there. */
import { NOTHING_SPENT, type Spent } from '../../shared/events/shapes.ts';
import { addSpent } from '../../shared/model/spent.ts';
import { nextModelTry } from '../model-waits.ts';
import { isAbout } from '../step/step-rules.ts';
import type { About, StepEventType, StepState } from '../step/step-state.ts';
import { moveStep } from './settle-steps.ts';
import { positionOf } from './step-index.ts';
import type { FactOf, TaskContext } from './task-state.ts';

export const withSpent = (context: TaskContext, spent: Spent = NOTHING_SPENT): TaskContext =>
  spent.calls === 0 && spent.costUsd === 0
    ? context
    : { ...context, spent: addSpent(context.spent, spent) };

const stepIdOf = (fact: FactOf<StepEventType>): string => {
  if (fact.type === 'check.requested') return fact.data.ref?.stepId ?? '';
  if (fact.type === 'step.executed') return fact.data.call.stepId;
  return fact.data.stepId;
};

export const toolOf = ({ context }: StepState): string | null =>
  context.override?.tool ?? context.def.tool;

/** The refusal answers the question that is open. */
const isWaiting = (step: StepState, ref: { revision: number; attempt: number }): boolean =>
  step.value === 'thinking' && isAbout(step.context, ref);

export function stepMoved(context: TaskContext, fact: FactOf<StepEventType>): TaskContext {
  const position = positionOf(context, stepIdOf(fact));
  const step = context.steps[position];
  if (step === undefined) return context;
  const tool = toolOf(step);
  const declaration = tool === null ? null : (context.declarations[tool] ?? null);
  const policy = { declaration, limits: context.limits };
  const moved = moveStep(context, position, { ...fact, policy } as About<StepEventType>);
  if (moved === context) return context;
  const isStart = fact.type === 'step.dispatched' && step.context.dispatches === 0;
  const counted = isStart ? { ...moved, started: moved.started + 1 } : moved;
  return 'spent' in fact.data && fact.type !== 'step.executed'
    ? withSpent(counted, fact.data.spent)
    : counted;
}

/** A model that waiting cannot bring back ends the task, with the cure; all else is the step's affair. */
export function reasonerRefused(
  context: TaskContext,
  fact: FactOf<'action.refused' | 'reasoning.refused'>,
): TaskContext {
  const { class: cls, code, reason, cure, stepId, spent } = fact.data;
  const step = context.steps[positionOf(context, stepId)];
  const isLost =
    cls === 'model' &&
    step !== undefined &&
    isWaiting(step, fact.data) &&
    nextModelTry(code, step.context.waits, fact.at) === null;
  if (!isLost) return stepMoved(context, fact);
  return {
    ...withSpent(context, spent),
    end: { type: 'task.failed', class: cls, code, reason, cure },
  };
}

/** A planner may choose another tool; its declaration becomes part of what the task knows. */
export function actionProposed(context: TaskContext, fact: FactOf<'action.proposed'>): TaskContext {
  const { declaration } = fact.data;
  const declarations = { ...context.declarations, [declaration.name]: declaration };
  return stepMoved({ ...context, declarations }, fact);
}
