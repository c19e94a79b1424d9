/** What a step needs next: what its chart says, or, for one that has not begun, its first letter. */
import type { PlanStep } from '../../shared/events/plan.ts';
import type { ToolDeclaration } from '../../shared/events/shapes.ts';
import type { Need, StepState } from '../step/step-state.ts';
import { toolOf } from './step-facts.ts';
import type { TaskContext } from './task-state.ts';

/** Parameters that the tool requires and the plan left open are the planner's to fill, once it is the step's turn. */
const hasOpenParams = ({ params }: PlanStep, declaration: ToolDeclaration | undefined): boolean => {
  const { required } = (declaration?.paramsSchema ?? {}) as { required?: unknown };
  return Array.isArray(required) && required.some((name) => !Object.hasOwn(params, String(name)));
};

const firstNeed = (def: PlanStep, declarations: TaskContext['declarations']): Need => {
  const { kind, tool } = def;
  if (kind === 'ask') return 'ask';
  if (tool === null) return 'reason';
  return hasOpenParams(def, declarations[tool]) ? 'action' : 'dispatch';
};

/** Whatever corrects a step of reasoning is more reasoning, with the feedback. */
const correctionOf = (step: StepState, need: Need): Need =>
  toolOf(step) === null && (need === 'dispatch' || need === 'action') ? 'reason' : need;

/** @returns null while it waits for its dependencies or for an answer, and when it has ended */
export function needOf(context: TaskContext, position: number): Need | null {
  const step = context.steps[position];
  if (step === undefined || step.value !== 'idle') return null;
  const { need, attempt, def } = step.context;
  if (need !== null) return correctionOf(step, need);
  const hasBegun = attempt > 0 || context.request?.ref?.stepId === def.id;
  return hasBegun || (context.blockers[position] ?? 0) > 0
    ? null
    : firstNeed(def, context.declarations);
}

/** A call that would be the step's first: the limit `steps` counts these. */
export const isStart = (context: TaskContext, position: number): boolean =>
  needOf(context, position) === 'dispatch' && context.steps[position]?.context.dispatches === 0;
