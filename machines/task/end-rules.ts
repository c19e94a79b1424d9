/** The end of a task: its answer, its failure, its cancellation; and roles that gave up on a letter. */
import { FAULTS, type FaultCode } from '../../shared/errors.ts';
import { attemptKey, eventId } from '../../shared/events/event-id.ts';
import type { Feedback } from '../../shared/events/shapes.ts';
import { nextModelTry } from '../model-waits.ts';
import { refOf } from './open-request.ts';
import { cancelRest, failedWith, isOver } from './settle-steps.ts';
import { withSpent } from './step-facts.ts';
import type { End, FactOf, TaskContext } from './task-state.ts';

/** So often may an answer be refused before the task fails with what it has. */
const ANSWERS_MAX = 3;

export function answerAsked(
  context: TaskContext,
  { data }: FactOf<'answer.requested'>,
): TaskContext {
  const { answer } = context;
  const isOpen = answer.stage === 'none' || answer.stage === 'owed';
  if (data.round < answer.round || (data.round === answer.round && !isOpen)) return context;
  return { ...context, answer: { ...answer, round: data.round, stage: 'sent' } };
}

const NO_REASON: Feedback = {
  class: 'result',
  code: 'ANSWER_REFUSED',
  message: 'No answer was accepted.',
  evidence: [],
};

const again = (context: TaskContext, feedback: TaskContext['answer']['feedback']): TaskContext => {
  const { answer } = context;
  if (feedback.length < ANSWERS_MAX) {
    const round = answer.round + 1;
    return { ...context, answer: { ...answer, round, stage: 'owed', feedback, waits: 0 } };
  }
  return {
    ...context,
    answer: { ...answer, stage: 'done', feedback },
    end: failedWith(feedback.at(-1) ?? NO_REASON),
  };
};

export function answerObserved(
  context: TaskContext,
  { data }: FactOf<'answer.observed'>,
): TaskContext {
  const { answer } = context;
  if (data.round !== answer.round || answer.stage !== 'sent') return context;
  const paid = withSpent(context, data.spent);
  if (!data.accepted) {
    return again(paid, [...answer.feedback, data.feedback ?? NO_REASON]);
  }
  return {
    ...paid,
    answer: { ...answer, stage: 'done' },
    end: { type: 'task.completed', answer: data.text, data: data.data },
  };
}

export function answerRefused(
  context: TaskContext,
  { data, at }: FactOf<'answer.refused'>,
): TaskContext {
  const { answer } = context;
  if (data.round !== answer.round || answer.stage !== 'sent') return context;
  const { class: cls, code, reason, cure } = data;
  const paid = withSpent(context, data.spent);
  const dueAt = cls === 'model' ? nextModelTry(code, answer.waits, at) : null;
  if (dueAt !== null) {
    const later = { timerId: `n${answer.round}-later`, dueAt };
    return { ...paid, answer: { ...answer, stage: 'later', later, waits: answer.waits + 1 } };
  }
  return {
    ...paid,
    answer: { ...answer, stage: 'done' },
    end: { type: 'task.failed', class: cls, code, reason, cure },
  };
}

export const cancelled = (
  context: TaskContext,
  { data }: FactOf<'task.cancelRequested'>,
): TaskContext => ({
  ...context,
  end: { type: 'task.cancelled', reason: data.reason, by: data.by },
});

export const ended = (context: TaskContext, type: End['type']): TaskContext => ({
  ...cancelRest(context),
  request: null,
  reached: null,
  ended: type,
});

/** Letters whose loss would leave the task waiting for ever. */
const lettersOut = (context: TaskContext, taskId: string): Set<string> => {
  const ids = new Set<string>();
  const { plan, answer } = context;
  if (plan.stage === 'sent') ids.add(eventId(taskId, 'plan.requested', `r${plan.revision}`));
  if (plan.stage === 'sent') ids.add(eventId(taskId, 'plan.proposed', `r${plan.revision}`));
  if (answer.stage === 'sent') {
    for (const type of ['answer.requested', 'answer.proposed'])
      ids.add(eventId(taskId, type, `n${answer.round}`));
    ids.add(eventId(taskId, 'answer.observed', `n${answer.round}.v1`));
  }
  for (const step of context.steps) {
    if (isOver(step) || step.context.attempt === 0) continue;
    const key = attemptKey(refOf(step));
    for (const type of [
      'step.dispatched',
      'step.executed',
      'action.requested',
      'action.proposed',
      'reasoning.requested',
      'step.probeRequested',
      'step.probed',
    ]) {
      ids.add(eventId(taskId, type, key));
    }
    ids.add(eventId(taskId, 'step.observed', `${key}.v${step.context.checks + 1}`));
  }
  return ids;
};

/** Codes of what was no letter to begin with. */
const NOT_LETTERS = new Set(['EVENT_MALFORMED', 'EVENT_FORGED']);

const cureOf = (code: string): string =>
  Object.hasOwn(FAULTS, code) ? FAULTS[code as FaultCode].cure : FAULTS.INTERNAL.cure;

/**
 * A role that gave up on a letter which the task waits for ends the task; a letter that nobody waits for,
 * garbage on a subject above all, changes nothing. An event newer than this code stalls the task (I7).
 */
export function roleFailed(context: TaskContext, { data }: FactOf<'role.failed'>): TaskContext {
  const { role, eventId: id, code, reason } = data;
  if (code === 'EVENT_TOO_NEW') return { ...context, stalled: `${role}: ${reason}` };
  const taskId = id.slice(0, Math.max(0, id.indexOf('/')));
  // The router folds a letter before it gives up on it, so its own failures are about what is owed.
  const isRouters = role === 'router' && !NOT_LETTERS.has(code);
  if (!isRouters && !lettersOut(context, taskId).has(id)) return context;
  return {
    ...context,
    end: {
      type: 'task.failed',
      class: 'internal',
      code,
      reason: `${role} gave up: ${reason}`,
      cure: cureOf(code),
    },
  };
}
