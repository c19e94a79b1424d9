/**
 * What followed a rejection, in words: the class, what it means, and what was done about it, by the routing
 * table and by the event that came next.
 */
import { ROUTES, type Route } from '../../../machines/routing-table.ts';
import { unreachable } from '../../../shared/errors.ts';
import type { ErrorClass } from '../../../shared/events/shapes.ts';
import type { Labels, Move } from '../labels.ts';
import { changesText } from './origins.ts';
import type { Next } from './step-tale.ts';

/** A class's own remedy as a move; `action` asks for parameters or for a tool. */
function moveOfRoute(cls: ErrorClass, { remedy }: Route): Move {
  switch (remedy) {
    case 'action':
      return cls === 'parameter' ? 'newParams' : 'newTool';
    case 'again':
    case 'later':
    case 'check':
    case 'probe':
    case 'plan':
    case 'person':
    case 'end':
      return remedy;
    default:
      return unreachable(remedy);
  }
}

/** What was done; undefined while nothing was, or where nothing needs to be said. */
function moveOf(cls: ErrorClass, { move }: Next): Move | undefined {
  switch (move?.type) {
    case 'step.dispatched':
    case 'reasoning.requested':
      return cls === 'transient' ? 'later' : 'again';
    case 'action.requested':
      return cls === 'parameter' ? 'newParams' : 'newTool';
    case 'check.requested':
      return 'check';
    case 'step.probeRequested':
      return 'probe';
    case 'human.requested':
      return 'person';
    case 'plan.requested':
      return 'plan';
    case 'task.failed':
      return 'end';
    default:
      return undefined;
  }
}

type Rejected = {
  readonly tool: string | null;
  readonly params: Readonly<Record<string, unknown>>;
};

/** `: arr_city = 上海`, `: query_flight`; empty while the planner has not answered. */
function proposalText({ proposal }: Next, before: Rejected, labels: Labels): string {
  if (proposal === undefined) return '';
  const tool = proposal.tool === before.tool ? [] : [proposal.tool];
  const changes = changesText(before.params, proposal.params, labels);
  const told = [...tool, ...(changes === '' ? [] : [changes])].join(' ');
  return told === '' ? '' : `: ${told}`;
}

export type Correction = {
  readonly class: ErrorClass;
  readonly next: Next;
  readonly before: Rejected;
  /** How often this class was met at this step, this time included. */
  readonly nth: number;
};

const isBounded = ({ budget }: Route): boolean => budget < Number.MAX_SAFE_INTEGER;

/** `→ result: parameters right, answer wrong; call again (1 of 2)` */
export function correctionText(correction: Correction, labels: Labels): string {
  const { class: cls, next, before, nth } = correction;
  const route = ROUTES[cls];
  const planned = moveOfRoute(cls, route);
  const move = moveOf(cls, next);
  const cause = `→ ${cls}: ${labels.cause[cls]}`;
  if (move === undefined) {
    const isExpected = next.move === undefined && nth <= route.budget;
    return isExpected ? cause + labels.leadsTo(labels.move[planned]) : cause;
  }
  const isWithin = move === planned && isBounded(route) && nth <= route.budget;
  const budget = isWithin ? labels.budget(nth, route.budget) : '';
  return cause + labels.leadsTo(labels.move[move]) + budget + proposalText(next, before, labels);
}
