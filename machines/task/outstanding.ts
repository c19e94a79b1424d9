/**
 * What the world still owes this task, read off its state: the only source of decisions and effects. After
 * a crash, a redelivery or a partial append, fold, ask, and append what is missing.
 */
import type { LimitName } from '../../shared/events/limits.ts';
import type { Ref } from '../../shared/events/shapes.ts';
import type { StepState } from '../step/step-state.ts';
import { refOf } from './open-request.ts';
import { isStart, needOf } from './step-need.ts';
import type { End, Request, TaskContext, TaskState } from './task-state.ts';

export type Owed =
  | { readonly kind: 'plan'; readonly revision: number }
  | { readonly kind: 'announce'; readonly revision: number }
  | {
      readonly kind: 'dispatch' | 'action' | 'reason' | 'probe' | 'check';
      readonly ref: Ref;
      readonly position: number;
    }
  | { readonly kind: 'answer'; readonly round: number }
  | { readonly kind: 'limit'; readonly limit: LimitName; readonly scope: string | null }
  | { readonly kind: 'ask'; readonly request: Request }
  | { readonly kind: 'end'; readonly end: End };

export type Timer = { readonly id: string; readonly dueAt: string };

const inFlight = ({ value }: StepState): boolean =>
  value === 'acting' || value === 'observing' || value === 'thinking';

/** The attempt that the owed letter will be about. */
const nextRef = (step: StepState, need: string): Ref => {
  const { attempt, acted } = step.context;
  return { ...refOf(step), attempt: acted && need === 'dispatch' ? attempt : attempt + 1 };
};

const LETTERS = {
  dispatch: 'dispatch',
  action: 'action',
  reason: 'reason',
  probe: 'probe',
  check: 'check',
} as const;

const isLetter = (need: string | null): need is keyof typeof LETTERS =>
  need !== null && Object.hasOwn(LETTERS, need);

/** A limit of the whole task, a pause, or a question about the task holds all new letters back. */
const isHeld = ({ paused, reached, request, stalled }: TaskContext): boolean =>
  paused ||
  stalled !== null ||
  (reached !== null && reached.scope === null) ||
  (request !== null && request.ref === null);

/** A step's first call, when the limit `steps` has no room for another. */
const isOverLimit = (context: TaskContext, position: number, starts: number): boolean =>
  isStart(context, position) && context.started + starts >= context.limits.steps;

function letters(context: TaskContext): Owed[] {
  const owed: Owed[] = [];
  let starts = 0;
  const free = context.limits.parallel - context.steps.filter(inFlight).length;
  for (let position = 0; position < context.steps.length && owed.length < free; position += 1) {
    const step = context.steps[position];
    const need = needOf(context, position);
    if (step === undefined || !isLetter(need) || isOverLimit(context, position, starts)) continue;
    if (isStart(context, position)) starts += 1;
    const ref = need === 'probe' || need === 'check' ? refOf(step) : nextRef(step, need);
    owed.push({ kind: need, ref, position });
  }
  return owed;
}

/** @returns what is to be appended now, in order; nothing for a task that has ended or not begun */
export function outstanding({ context }: TaskState): Owed[] {
  if (context.submitted === null || context.ended !== null) return [];
  if (context.end !== null) return [{ kind: 'end', end: context.end }];
  const owed: Owed[] = [];
  const { plan, answer, reached, request } = context;
  if (plan.unannounced) owed.push({ kind: 'announce', revision: plan.revision });
  if (reached !== null) owed.push({ kind: 'limit', limit: reached.limit, scope: reached.scope });
  if (request?.stage === 'owed') owed.push({ kind: 'ask', request });
  if (isHeld(context)) return owed;
  if (plan.stage === 'owed') owed.push({ kind: 'plan', revision: plan.revision });
  owed.push(...letters(context));
  if (answer.stage === 'owed') owed.push({ kind: 'answer', round: answer.round });
  return owed;
}

/** The timers that must stand on the server; they are set before the decision that needs them. */
export function timersOf({ context }: TaskState): Timer[] {
  if (context.submitted === null || context.ended !== null) return [];
  const timers: Timer[] = [];
  if (context.deadline !== null) {
    timers.push({ id: `deadline-${context.deadline.number}`, dueAt: context.deadline.dueAt });
  }
  for (const { later } of [context.plan, context.answer]) {
    if (later !== null) timers.push({ id: later.timerId, dueAt: later.dueAt });
  }
  for (const { context: step } of context.steps) {
    if (step.later !== null) timers.push({ id: step.later.timerId, dueAt: step.later.dueAt });
  }
  return timers;
}
