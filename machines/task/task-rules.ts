/** The table of the task's rules: one row a fact. What a row cannot apply leaves the context as it is. */

import {
  answerAsked,
  answerObserved,
  answerRefused,
  cancelled,
  ended,
  roleFailed,
} from './end-rules.ts';
import { raiseRequests } from './open-request.ts';
import { answeredByPerson, extended, limitTold, personAsked, timerFired } from './people-rules.ts';
import { planAnnounced, planAsked, planProposed, planRefused, submitted } from './plan-rules.ts';
import { actionProposed, reasonerRefused, stepMoved, withSpent } from './step-facts.ts';
import type { FactOf, TaskContext, TaskFact, TaskValue } from './task-state.ts';

type Rules = {
  readonly [T in TaskFact['type']]: (context: TaskContext, fact: FactOf<T>) => TaskContext;
};

const unchanged = (context: TaskContext): TaskContext => context;

const RULES: Rules = {
  'task.submitted': submitted,
  // Forks are folded from their parent's prefix; the task itself starts as any other.
  'task.forked': unchanged,
  'task.adopted': unchanged,
  'task.cancelRequested': cancelled,
  'task.pauseRequested': (context) => ({ ...context, paused: true }),
  'task.resumeRequested': (context) => ({
    ...context,
    paused: false,
    pauses: context.pauses + (context.paused ? 1 : 0),
  }),
  'limit.extended': extended,
  'human.requested': personAsked,
  'human.answered': answeredByPerson,
  'limit.reached': limitTold,
  'timer.fired': timerFired,
  'plan.requested': planAsked,
  'plan.proposed': (context, fact) => withSpent(planProposed(context, fact), fact.data.spent),
  'plan.refused': (context, fact) => withSpent(planRefused(context, fact), fact.data.spent),
  'task.planned': planAnnounced,
  'action.requested': stepMoved,
  'action.proposed': actionProposed,
  'action.refused': reasonerRefused,
  'action.rejected': stepMoved,
  'reasoning.requested': stepMoved,
  'reasoning.refused': reasonerRefused,
  'step.dispatched': stepMoved,
  'step.executed': stepMoved,
  'step.observed': stepMoved,
  'step.outcomeUnknown': stepMoved,
  'step.probeRequested': stepMoved,
  'step.probed': stepMoved,
  'check.requested': stepMoved,
  'answer.requested': answerAsked,
  'answer.refused': answerRefused,
  'answer.observed': answerObserved,
  'task.completed': (context) => ended(context, 'task.completed'),
  'task.failed': (context) => ended(context, 'task.failed'),
  'task.cancelled': (context) => ended(context, 'task.cancelled'),
  'role.failed': roleFailed,
};

/** Facts that a task with a decided end, not yet written, still takes; the first end decided stands. */
const AFTER_END = new Set<TaskFact['type']>([
  'task.completed',
  'task.failed',
  'task.cancelled',
  'task.adopted',
]);

export function evolve(context: TaskContext, fact: TaskFact): TaskContext {
  if (context.end !== null && !AFTER_END.has(fact.type)) return context;
  const rule = RULES[fact.type] as (context: TaskContext, fact: TaskFact) => TaskContext;
  const next = raiseRequests(rule(context, fact));
  const phase = phaseOf(next);
  return phase === next.phase ? next : { ...next, phase };
}

const inFlight = (context: TaskContext): boolean =>
  context.steps.some(
    ({ value }) => value === 'acting' || value === 'observing' || value === 'thinking',
  );

const waits = (context: TaskContext): boolean =>
  context.stalled !== null ||
  ((context.paused ||
    context.request !== null ||
    context.reached !== null ||
    context.plan.later !== null ||
    context.answer.later !== null ||
    context.steps.some(({ context: { later } }) => later !== null)) &&
    !inFlight(context));

/** Which of the five states, or `waiting`, a context stands for. */
function phaseOf(context: TaskContext): TaskValue {
  if (context.ended !== null) return 'terminated';
  if (context.submitted === null) return 'idle';
  if (waits(context)) return 'waiting';
  if (context.answer.stage === 'sent') return 'observing';
  if (context.plan.stage === 'done' && context.answer.stage === 'none') return 'acting';
  return 'thinking';
}
