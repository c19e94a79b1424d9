/** The task up to its plan: submitted, planned, re-planned, refused. */

import { plusMs } from '../../shared/clock.ts';
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
      j: data.candidates[data.chosen]?.j ?? 0,
    },
  };
}

export const planAnnounced = (context: TaskContext): TaskContext => ({
  ...context,
  plan: { ...context.plan, unannounced: false },
});

const questionOf = (questions: readonly string[], reason: string): string =>
  questions.length > 0 ? questions.join('\n') : reason;

export function planRefused(context: TaskContext, { data }: FactOf<'plan.refused'>): TaskContext {
  if (!isExpected(context, data.revision)) return context;
  const { plan, limits } = context;
  if (data.class === 'clarify' && plan.answers.length < limits.clarifications) {
    const asks = questionOf(data.questions, data.reason);
    return { ...context, plan: { ...plan, stage: 'none', asks } };
  }
  if (data.class === 'plan' && plan.replans < limits.replans) {
    const { class: cls, code, reason: message } = data;
    return oweReplan(context, [{ class: cls, code, message, evidence: [] }]);
  }
  return {
    ...context,
    plan: { ...plan, stage: 'done' },
    end: {
      type: 'task.failed',
      class: data.class,
      code: data.code,
      reason: data.reason,
      cure: data.cure,
    },
  };
}
