/** How a question to a person comes to be: from a limit, a refusal, or a step that nobody else can help. */
import type { Ref } from '../../shared/events/shapes.ts';
import type { StepState } from '../step/step-state.ts';
import { isStart, needOf } from './step-need.ts';
import type { Request, TaskContext } from './task-state.ts';

export const refOf = ({ context }: StepState): Ref => ({
  revision: context.revision,
  stepId: context.def.id,
  attempt: Math.max(1, context.attempt),
});

type Question = Pick<Request, 'kind' | 'question' | 'answers' | 'ref' | 'limit'>;

export const withRequest = (context: TaskContext, question: Question): TaskContext => {
  const number = context.requests + 1;
  const request: Request = { ...question, number, stage: 'owed', fallback: 'abort', askedAt: null };
  return { ...context, requests: number, request };
};

const escalation = (step: StepState): Question => {
  const { def, unsettled, feedback } = step.context;
  const reason = feedback.at(-1)?.message ?? '';
  const ref = refOf(step);
  if (def.kind === 'ask') {
    return {
      kind: 'clarification',
      question: def.description || def.intent,
      answers: [],
      ref,
      limit: null,
    };
  }
  return {
    kind: 'escalation',
    question: unsettled
      ? `Nobody knows whether ${def.tool} of step ${def.id} happened. Approve it as done, or retry it?`
      : `Step ${def.id} was rejected again: ${reason}`,
    answers: unsettled
      ? ['approve', 'retry', 'skip', 'abort']
      : ['approve', 'edit', 'skip', 'abort'],
    ref,
    limit: null,
  };
};

/** One question is open at a time; what else needs a person waits its turn as a need of its step. */
export function raiseRequests(context: TaskContext): TaskContext {
  if (context.request !== null || context.reached !== null || context.end !== null) return context;
  const { asks } = context.plan;
  if (asks !== null) {
    return withRequest(context, {
      kind: 'clarification',
      question: asks,
      answers: [],
      ref: null,
      limit: null,
    });
  }
  const step = context.steps.find((_step, position) => {
    const need = needOf(context, position);
    return need === 'person' || need === 'ask';
  });
  if (step !== undefined) {
    const { held, def, dispatches } = step.context;
    if (held === null) return withRequest(context, escalation(step));
    const value = held.limit === 'attemptsPerStep' ? dispatches : context.limits[held.limit];
    return {
      ...context,
      reached: { limit: held.limit, scope: def.id, value, max: context.limits[held.limit] },
    };
  }
  if (
    context.started >= context.limits.steps &&
    context.steps.some((_step, position) => isStart(context, position))
  ) {
    const max = context.limits.steps;
    return { ...context, reached: { limit: 'steps', scope: null, value: context.started, max } };
  }
  return context;
}
