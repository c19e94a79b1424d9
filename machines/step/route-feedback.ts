/** From an error class to what the step needs next: the routing table applied, budgets counted. */

import { canonicalJson } from '../../shared/canonical-json.ts';
import { plusMs } from '../../shared/clock.ts';
import { unreachable } from '../../shared/errors.ts';
import { stepKey } from '../../shared/events/event-id.ts';
import type { Feedback } from '../../shared/events/shapes.ts';
import { REJECTIONS_MAX, type Remedy, ROUTES } from '../routing-table.ts';
import type { Need, Policy, StepContext } from './step-state.ts';

export type Circumstance = {
  readonly policy: Policy;
  /** Time of the event that brought the feedback (ISO instant). */
  readonly at: string;
  readonly retryAfterMs?: number | undefined;
};

type Patch = Partial<StepContext>;

const needing = (need: Need): Patch => ({ need });

/** The declared policy's tries over all attempts; one without a declaration. */
const triesAllowed = ({ declaration }: Policy): number => declaration?.retry.tries ?? 1;

/** Back-off between attempts doubles from the tool's own, and honours Retry-After. */
const waitMs = (context: StepContext, { policy, retryAfterMs }: Circumstance): number => {
  const retry = policy.declaration?.retry;
  const base = retry?.backoffMs ?? 0;
  const doubled = Math.min(base * 2 ** context.dispatches, retry?.maxBackoffMs ?? base);
  return Math.max(retryAfterMs ?? 0, doubled);
};

const laterOr = (context: StepContext, facts: Circumstance): Patch | null => {
  if (context.tries >= triesAllowed(facts.policy)) {
    const fallback = facts.policy.declaration?.fallback ?? null;
    if (fallback === null || context.override?.tool === fallback) return null;
    return { need: 'dispatch', override: { tool: fallback, params: context.params } };
  }
  const { revision, attempt, def } = context;
  const timerId = `${stepKey({ revision, stepId: def.id, attempt })}-later`;
  const dueAt = plusMs(facts.at, waitMs(context, facts));
  return { need: 'later', later: { timerId, dueAt, need: 'dispatch' } };
};

const apply = (
  remedy: Remedy,
  context: StepContext,
  feedback: Feedback,
  facts: Circumstance,
): Patch | null => {
  switch (remedy) {
    case 'action':
      return needing('action');
    case 'again':
      return needing('dispatch');
    case 'later':
      return laterOr(context, facts);
    case 'check':
      return needing('check');
    case 'probe':
      return facts.policy.declaration?.probe === true && context.probed < context.attempt
        ? { need: 'probe', unsettled: true }
        : { need: 'person', unsettled: true };
    case 'person':
      return needing('person');
    case 'plan':
    case 'end':
      return { need: null, failure: feedback };
    default:
      return unreachable(remedy);
  }
};

/** The class's own remedy; null when its budget is used up, or it has none left. */
const remedyOf = (context: StepContext, feedback: Feedback, facts: Circumstance): Patch | null => {
  const { class: cls } = feedback;
  const route = ROUTES[cls];
  const spent = context.used[cls] ?? 0;
  if (spent >= route.budget) return null;
  const isOnce = facts.policy.declaration?.effect === 'once';
  const remedy = isOnce ? (route.whenOnce ?? route.remedy) : route.remedy;
  const patch = apply(remedy, context, feedback, facts);
  return patch === null ? null : { ...patch, used: { ...context.used, [cls]: spent + 1 } };
};

/** Follows the table from class to class until a remedy is within its budget. */
const follow = (context: StepContext, feedback: Feedback, facts: Circumstance): Patch => {
  const patch = remedyOf(context, feedback, facts);
  if (patch !== null) return patch;
  const { otherwise } = ROUTES[feedback.class];
  if (otherwise === 'person') return needing('person');
  if (otherwise === 'end') return { need: null, failure: feedback };
  return follow(context, { ...feedback, class: otherwise }, facts);
};

/** One error, however it is worded: class, code, tool and parameters. */
const signatureOf = ({ class: cls, code, rejected }: Feedback): string =>
  canonicalJson([cls, code, rejected ?? null]);

/** Keeps an attempt beyond the limit back, with the need that goes on once more is granted. */
const withinAttempts = (context: StepContext, patch: Patch, { limits }: Policy): Patch => {
  const need = patch.need ?? null;
  const calls = need === 'dispatch' || need === 'later' || need === 'action';
  if (need === null || !calls || context.dispatches < limits.attemptsPerStep) return patch;
  return {
    ...patch,
    need: 'person',
    later: null,
    held: { limit: 'attemptsPerStep', need: need === 'later' ? 'dispatch' : need },
  };
};

/**
 * What a rejection of any kind leads to. Order (DESIGN.md section 6): infeasible, the same error three
 * times, three rejected verdicts, then the class's own budget.
 */
export function routeFeedback(
  context: StepContext,
  feedback: Feedback,
  facts: Circumstance,
): Patch {
  const { policy } = facts;
  const signature = signatureOf(feedback);
  const count = context.sameError.signature === signature ? context.sameError.count + 1 : 1;
  const noted = { feedback: [...context.feedback, feedback], sameError: { signature, count } };
  if (feedback.class === 'infeasible') return { ...noted, need: null, failure: feedback };
  const routed = follow(context, feedback, facts);
  if (routed.unsettled === true) return { ...noted, ...routed };
  if (count >= policy.limits.sameError && routed.need !== 'person') {
    // Whoever grants more wants the call tried again, unless its parameters are what is wrong.
    const isCorrectable = feedback.class === 'parameter' || policy.declaration?.effect === 'once';
    const need = isCorrectable ? (routed.need ?? 'action') : 'dispatch';
    const held = { limit: 'sameError', need } as const;
    return { ...noted, used: routed.used ?? context.used, need: 'person', held };
  }
  if (context.rejections >= REJECTIONS_MAX) return { ...noted, need: 'person' };
  return { ...noted, ...withinAttempts(context, routed, policy) };
}
