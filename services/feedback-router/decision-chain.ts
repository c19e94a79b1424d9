/**
 * The decision chain of a result: why each parameter, why each verdict. A projection of the task's own
 * events, so it needs no place in the state.
 */
import { unreachable } from '../../shared/errors.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { Decision } from '../../shared/events/router-events.ts';

const TEXT_MAX = 300;
const cut = (text: string): string =>
  text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX - 1)}…`;

const CHAINED = [
  'plan.requested',
  'plan.proposed',
  'plan.refused',
  'action.requested',
  'action.proposed',
  'action.refused',
  'action.rejected',
  'reasoning.requested',
  'reasoning.refused',
  'step.dispatched',
  'step.observed',
  'answer.requested',
  'answer.observed',
  'answer.refused',
] as const;

type Chained = Extract<LoopEvent, { type: (typeof CHAINED)[number] }>;

const isChained = (event: LoopEvent): event is Chained =>
  (CHAINED as readonly string[]).includes(event.type);

const bindingsWhy = (bindings: Record<string, unknown>): string =>
  Object.entries(bindings)
    .map(([expression, value]) => `${expression} → ${JSON.stringify(value)}`)
    .join('; ');

const verdictWhy = ({ data }: Extract<LoopEvent, { type: 'step.observed' }>): string =>
  data.accepted
    ? data.layers.map(({ layer, score }) => `${layer} ${score}`).join(', ')
    : `${data.class ?? ''}: ${data.feedback?.message ?? ''}`;

type Link = Omit<Decision, 'sequence'>;
type Request = Extract<
  Chained,
  { type: 'plan.requested' | 'action.requested' | 'reasoning.requested' | 'answer.requested' }
>;

/** A request with feedback is a correction; the first of its kind is the loop's normal course. */
function correctionOf({ type, data }: Request): Link | null {
  const why = data.feedback.at(-1)?.message;
  if (why === undefined) return null;
  const common = { role: 'router', what: 'correction', why } as const;
  switch (type) {
    case 'plan.requested':
      return { ...common, choice: 'a new plan' };
    case 'action.requested':
      return { ...common, stepId: data.stepId, choice: 'new parameters, or another tool' };
    case 'reasoning.requested':
      return { ...common, stepId: data.stepId, choice: 'to be thought over again' };
    case 'answer.requested':
      return { ...common, choice: 'another answer' };
    default:
      return unreachable(type);
  }
}

type Refusal = Extract<
  Chained,
  { type: 'plan.refused' | 'action.refused' | 'reasoning.refused' | 'answer.refused' }
>;

const REFUSED = {
  'plan.refused': 'plan',
  'action.refused': 'tool',
  'reasoning.refused': 'parameters',
  'answer.refused': 'answer',
} as const;

const refusalOf = ({ type, data }: Refusal): Link => ({
  role: 'planner',
  what: REFUSED[type],
  ...('stepId' in data ? { stepId: data.stepId } : {}),
  choice: `refused (${data.class}, ${data.code})`,
  why: data.reason,
});

function linkOf(event: Chained): Link | null {
  switch (event.type) {
    case 'plan.requested':
    case 'action.requested':
    case 'reasoning.requested':
    case 'answer.requested':
      return correctionOf(event);
    case 'plan.refused':
    case 'action.refused':
    case 'reasoning.refused':
    case 'answer.refused':
      return refusalOf(event);
    case 'plan.proposed':
      return {
        role: 'planner',
        what: 'plan',
        choice: event.data.steps.map(({ id, tool }) => `${id} ${tool ?? 'reasoning'}`).join(', '),
        why: `J = ${event.data.candidates[event.data.chosen]?.j ?? 0}`,
      };
    case 'action.proposed':
      return {
        role: 'planner',
        what: 'tool',
        stepId: event.data.stepId,
        choice: `${event.data.tool} ${JSON.stringify(event.data.params)}`,
        why: event.data.why,
      };
    case 'action.rejected':
      return {
        role: 'router',
        what: 'correction',
        stepId: event.data.stepId,
        choice: 'no further parameters: the plan has to change',
        why: event.data.feedback.message,
      };
    case 'step.dispatched':
      return {
        role: 'router',
        what: 'parameters',
        stepId: event.data.stepId,
        choice: JSON.stringify(event.data.params),
        why: bindingsWhy(event.data.bindings) || event.data.intent,
      };
    case 'step.observed':
      return {
        role: 'observer',
        what: 'verdict',
        stepId: event.data.stepId,
        choice: event.data.accepted ? 'accepted' : 'rejected',
        why: verdictWhy(event),
        score: event.data.score,
      };
    case 'answer.observed':
      return {
        role: 'observer',
        what: 'answer',
        choice: event.data.accepted ? 'accepted' : 'refused',
        why: event.data.feedback?.message ?? 'covers the goal, and is grounded',
      };
    default:
      return unreachable(event);
  }
}

/** @returns null for events that decide nothing */
export function decisionOf(event: LoopEvent, sequence: number): Decision | null {
  const link = isChained(event) ? linkOf(event) : null;
  return link === null ? null : { sequence, ...link, choice: cut(link.choice), why: cut(link.why) };
}
