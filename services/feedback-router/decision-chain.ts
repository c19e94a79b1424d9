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

type Chained = Extract<
  LoopEvent,
  {
    type:
      | 'plan.proposed'
      | 'step.dispatched'
      | 'step.observed'
      | 'action.proposed'
      | 'action.requested'
      | 'answer.observed';
  }
>;

const isChained = (event: LoopEvent): event is Chained =>
  [
    'plan.proposed',
    'step.dispatched',
    'step.observed',
    'action.proposed',
    'action.requested',
    'answer.observed',
  ].includes(event.type);

const bindingsWhy = (bindings: Record<string, unknown>): string =>
  Object.entries(bindings)
    .map(([expression, value]) => `${expression} → ${JSON.stringify(value)}`)
    .join('; ');

const verdictWhy = ({ data }: Extract<LoopEvent, { type: 'step.observed' }>): string =>
  data.accepted
    ? data.layers.map(({ layer, score }) => `${layer} ${score}`).join(', ')
    : `${data.class ?? ''}: ${data.feedback?.message ?? ''}`;

function linkOf(event: Chained): Omit<Decision, 'sequence'> {
  switch (event.type) {
    case 'plan.proposed':
      return {
        role: 'planner',
        what: 'plan',
        choice: event.data.steps.map(({ id }) => id).join(' '),
        why: `J = ${event.data.candidates[event.data.chosen]?.j ?? 0}`,
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
    case 'action.proposed':
      return {
        role: 'planner',
        what: 'tool',
        stepId: event.data.stepId,
        choice: `${event.data.tool} ${JSON.stringify(event.data.params)}`,
        why: event.data.why,
      };
    case 'action.requested':
      return {
        role: 'router',
        what: 'correction',
        stepId: event.data.stepId,
        choice: 'new parameters',
        why: event.data.feedback.at(-1)?.message ?? '',
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
  if (!isChained(event)) return null;
  const link = linkOf(event);
  return { sequence, ...link, choice: cut(link.choice), why: cut(link.why) };
}
