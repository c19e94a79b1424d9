/** What each fact does to a step: pure functions from context and fact to the changed fields. */
import { stepKey } from '../../shared/events/event-id.ts';
import type { PlanStep } from '../../shared/events/plan.ts';
import type { ErrorClass, Feedback } from '../../shared/events/shapes.ts';
import { nextModelTry } from '../model-waits.ts';
import { routeFeedback } from './route-feedback.ts';
import type { About, StepContext, StepFact } from './step-state.ts';

type Patch = Partial<StepContext>;
type Answered = Extract<StepFact, { type: 'order.answered' }>;

export const freshStep = (def: PlanStep, revision: number): StepContext => ({
  def,
  revision,
  attempt: 0,
  acted: false,
  dispatches: 0,
  tries: 0,
  checks: 0,
  need: null,
  held: null,
  later: null,
  waits: 0,
  override: null,
  feedback: [],
  rejections: 0,
  used: {},
  sameError: { signature: '', count: 0 },
  unsettled: false,
  probed: 0,
  outcome: null,
  params: def.params,
  idempotencyKey: '',
  result: null,
  summary: '',
  conclusion: '',
  score: null,
  failure: null,
});

export const isAbout = (
  context: StepContext,
  ref: { revision: number; attempt: number },
): boolean => ref.revision === context.revision && ref.attempt === context.attempt;

/** A question to the planner is a new attempt: one more than the last. */
export const isNextQuestion = (
  context: StepContext,
  ref: { revision: number; attempt: number },
): boolean => ref.revision === context.revision && ref.attempt === context.attempt + 1;

/** So is a call, but that of an action keeps the action's number. */
export const isNextCall = (
  context: StepContext,
  ref: { revision: number; attempt: number },
): boolean =>
  ref.revision === context.revision && ref.attempt === context.attempt + (context.acted ? 0 : 1);

export const dispatched = (context: StepContext, { data }: About<'step.dispatched'>): Patch => ({
  attempt: data.attempt,
  acted: false,
  dispatches: context.dispatches + 1,
  checks: 0,
  need: null,
  later: null,
  waits: 0,
  params: data.params,
  idempotencyKey: data.idempotencyKey,
});

/** Feedback that the router added itself is about parameters refused before dispatch: their own budget. */
export const asked = (
  { feedback, used }: StepContext,
  { data }: About<'action.requested' | 'reasoning.requested'>,
): Patch => ({
  attempt: data.attempt,
  acted: true,
  checks: 0,
  need: null,
  feedback: data.feedback,
  used:
    data.feedback.length > feedback.length
      ? { ...used, parameter: (used.parameter ?? 0) + 1 }
      : used,
});

export const proposed = (_context: StepContext, { data }: About<'action.proposed'>): Patch => ({
  need: 'dispatch',
  override: { tool: data.tool, params: data.params },
});

/** Parameters that did not fit, and no budget left for others: the table says what comes after `parameter`. */
export const rejected = (
  context: StepContext,
  { data, policy, at }: About<'action.rejected'>,
): Patch => ({
  attempt: data.attempt,
  acted: false,
  ...routeFeedback(context, data.feedback, { policy, at }),
});

/** No model could be had: the same question again, at a later time. */
const awaitModel = (context: StepContext, dueAt: string): Patch => {
  const { revision, attempt, def, waits } = context;
  const timerId = `${stepKey({ revision, stepId: def.id, attempt })}-later`;
  return {
    acted: false,
    need: 'later',
    waits: waits + 1,
    later: { timerId, dueAt, need: 'action' },
  };
};

export const refused = (
  context: StepContext,
  { data, policy, at }: About<'action.refused' | 'reasoning.refused'>,
): Patch => {
  const { class: refusal, code, reason: message, cure } = data;
  if (refusal === 'model') {
    const dueAt = nextModelTry(code, context.waits, at);
    if (dueAt !== null) return awaitModel(context, dueAt);
  }
  const cls: ErrorClass = refusal === 'plan' ? 'plan' : 'infeasible';
  const feedback: Feedback = { class: cls, code, message, cure, evidence: [] };
  return { acted: false, ...routeFeedback(context, feedback, { policy, at }) };
};

export const judged = (context: StepContext, fact: About<'step.observed'>): Patch => {
  const { data, policy, at } = fact;
  const common = {
    acted: false,
    checks: data.check,
    tries: context.tries + data.tries,
    unsettled: false,
    later: null,
    held: null,
    need: null,
    result: data.result,
    summary: data.summary,
    conclusion: data.conclusion,
    score: data.score,
  };
  if (data.accepted) return { ...common, outcome: 'accepted' };
  // A check that could not be made is no verdict, so it does not count as one.
  const rejections = context.rejections + (data.class === 'validator' ? 0 : 1);
  const feedback: Feedback = data.feedback ?? {
    class: data.class ?? 'result',
    code: 'REJECTED',
    message: 'The result was rejected.',
    evidence: [],
  };
  const counted = { ...context, ...common, rejections };
  const retryAfterMs = data.result.error?.retryAfterMs;
  return {
    ...common,
    rejections,
    ...routeFeedback(counted, feedback, { policy, at, retryAfterMs }),
  };
};

export const lost = (context: StepContext, fact: About<'step.outcomeUnknown'>): Patch => {
  const feedback: Feedback = {
    class: 'unknownOutcome',
    code: 'UNKNOWN_OUTCOME',
    message: 'The call was claimed, but its outcome was not recorded.',
    evidence: [],
  };
  return routeFeedback(context, feedback, fact);
};

/**
 * A probe's answer: what happened is judged when its result comes, or, where the attempt has a verdict
 * already, by another check; what did not happen may be called again.
 */
export const probed = (context: StepContext, { data }: About<'step.probed'>): Patch => {
  if (data.outcome === 'happened') {
    if (context.checks === 0) return { need: null };
    return { need: 'check', result: data.result ?? context.result };
  }
  if (data.outcome === 'absent') return { need: 'dispatch', unsettled: false };
  return context.unsettled ? { need: 'person' } : {};
};

const APPROVED = { status: 'success', data: null, error: null } as const;

/** What a person decided about a step; `skip` and `abort` end it and are orders of their own. */
export const answered = (context: StepContext, { answer, params, text }: Answered): Patch => {
  switch (answer) {
    case 'approve':
      return {
        outcome: 'accepted',
        need: null,
        unsettled: false,
        result: context.unsettled
          ? { ...APPROVED, data: params ?? null }
          : (context.result ?? APPROVED),
        conclusion: 'approved by a person',
      };
    case 'edit':
      return {
        need: 'dispatch',
        unsettled: false,
        held: null,
        rejections: 0,
        override: {
          tool: context.override?.tool ?? context.def.tool ?? '',
          params: params ?? context.params,
        },
      };
    case 'retry':
      return { need: 'dispatch', unsettled: false, held: null };
    case 'continue':
      return {
        need: context.held?.need ?? 'dispatch',
        held: null,
        sameError: { signature: '', count: 0 },
      };
    default:
      return {
        outcome: 'accepted',
        need: null,
        result: { ...APPROVED, data: { answer, text: text ?? answer } },
        summary: (text ?? answer).slice(0, 200),
        conclusion: 'answered by a person',
      };
  }
};
