/** The task up to its plan: submitted, planned, re-planned, refused. */

import { plusMs } from '../../shared/clock.ts';
import { unreachable } from '../../shared/errors.ts';
import { nextModelTry } from '../model-waits.ts';
import { stepKernel } from '../step/step-machine.ts';
import { oweReplan } from './owe-replan.ts';
import { cancelRest } from './settle-steps.ts';
import { graphOf } from './step-index.ts';
import type { FactOf, TaskContext } from './task-state.ts';

export function submitted(
  context: TaskContext,
  { data, at }: FactOf<'task.submitted'>,
): TaskContext {
  const { limits, ...rest } = data;
  return {
    ...context,
    submitted: rest,
    limits,
    plan: { ...context.plan, revision: 1, stage: 'owed' },
    deadline: { number: 0, dueAt: plusMs(at, limits.deadlineMs) },
  };
}

/** Folded as a fact, even where today's code would not have asked; a duplicate changes nothing. */
export function planAsked(context: TaskContext, { data }: FactOf<'plan.requested'>): TaskContext {
  const { plan } = context;
  const isOpen = plan.stage === 'owed';
  if (data.revision < plan.revision || (data.revision === plan.revision && !isOpen)) return context;
  return { ...context, plan: { ...plan, revision: data.revision, stage: 'sent' } };
}

/** The first answer to a request counts: two planners on one redelivered letter may both give one. */
const isExpected = ({ plan }: TaskContext, revision: number): boolean =>
  revision === plan.revision && (plan.stage === 'sent' || plan.stage === 'owed');

export function planProposed(context: TaskContext, { data }: FactOf<'plan.proposed'>): TaskContext {
  if (!isExpected(context, data.revision)) return context;
  const kept = cancelRest(context).steps;
  const fresh = data.steps.map((def) => stepKernel.initial({ def, revision: data.revision }));
  const steps = [...kept, ...fresh];
  const { dependents, blockers } = graphOf(steps);
  const declared = Object.fromEntries(data.tools.map((tool) => [tool.name, tool]));
  return {
    ...context,
    spec: data.spec,
    declarations: { ...context.declarations, ...declared },
    steps,
    dependents,
    blockers,
    plan: {
      ...context.plan,
      stage: 'done',
      unannounced: true,
      feedback: [],
      refusals: 0,
      waits: 0,
      j: data.candidates[data.chosen]?.j ?? 0,
    },
  };
}

export const planAnnounced = (context: TaskContext): TaskContext => ({
  ...context,
  plan: { ...context.plan, unannounced: false },
});

/** So many proposals in a row that are no plan, and the task fails with what was wrong with the last. */
const REFUSALS_MAX = 3;

const endWith = (context: TaskContext, { data }: FactOf<'plan.refused'>): TaskContext => ({
  ...context,
  plan: { ...context.plan, stage: 'done' },
  end: {
    type: 'task.failed',
    class: data.class,
    code: data.code,
    reason: data.reason,
    cure: data.cure,
  },
});

/** Feedback on proposals adds up, so that the planner does not propose again what was refused before. */
const proposeAgain = (context: TaskContext, { data }: FactOf<'plan.refused'>): TaskContext => {
  const { plan } = context;
  const { code, reason: message } = data;
  const owed = oweReplan(context, [{ class: 'plan', code, message, evidence: [] }]);
  const feedback = [...plan.feedback, ...owed.plan.feedback];
  return { ...owed, plan: { ...owed.plan, feedback, refusals: plan.refusals + 1 } };
};

/** The same question again, once its timer fires; it is a request of its own. */
const awaitModel = (context: TaskContext, dueAt: string): TaskContext => {
  const { plan } = context;
  const later = { timerId: `r${plan.revision}-plan-later`, dueAt };
  return { ...context, plan: { ...plan, stage: 'later', later, waits: plan.waits + 1 } };
};

const mayPropose = ({ plan, limits, steps }: TaskContext): boolean =>
  plan.refusals + 1 < REFUSALS_MAX && (steps.length === 0 || plan.replans < limits.replans);

const questionOf = (questions: readonly string[], reason: string): string =>
  questions.length > 0 ? questions.join('\n') : reason;

export function planRefused(context: TaskContext, fact: FactOf<'plan.refused'>): TaskContext {
  const { data, at } = fact;
  if (!isExpected(context, data.revision)) return context;
  const { plan, limits } = context;
  switch (data.class) {
    case 'clarify': {
      if (plan.answers.length >= limits.clarifications) return endWith(context, fact);
      const asks = questionOf(data.questions, data.reason);
      return { ...context, plan: { ...plan, stage: 'none', asks } };
    }
    case 'plan':
      return mayPropose(context) ? proposeAgain(context, fact) : endWith(context, fact);
    case 'model': {
      const dueAt = nextModelTry(data.code, plan.waits, at);
      return dueAt === null ? endWith(context, fact) : awaitModel(context, dueAt);
    }
    case 'infeasible':
      return endWith(context, fact);
    default:
      return unreachable(data.class);
  }
}
