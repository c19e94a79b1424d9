/** People, limits, pauses and timers: whatever makes a task wait, and what ends the wait. */
import { plusMs } from '../../shared/clock.ts';
import { LIMIT_RANGES, type LimitName } from '../../shared/events/limits.ts';
import { refOf, withRequest } from './open-request.ts';
import { moveStep } from './settle-steps.ts';
import { positionOf } from './step-index.ts';
import type { Deadline, End, FactOf, TaskContext } from './task-state.ts';

/** How long a person is waited for before the default answer counts. */
export const ANSWER_WITHIN_MS = 7 * 86_400_000;

const isLimit = (name: string): name is LimitName => Object.hasOwn(LIMIT_RANGES, name);

export const personAsked = (
  context: TaskContext,
  { data, at }: FactOf<'human.requested'>,
): TaskContext => {
  const { request } = context;
  if (request?.stage !== 'owed' || data.requestId !== `h${request.number}`) return context;
  const asked = { ...context, request: { ...request, stage: 'sent' as const, askedAt: at } };
  if (request.ref === null) return asked;
  return moveStep(asked, positionOf(asked, request.ref.stepId), { type: 'order.askPerson' });
};

/** Closes the question; the time it took does not count as working time, so the deadline moves. */
const closed = (context: TaskContext, at: string): TaskContext => {
  const { request, deadline } = context;
  const waitedMs =
    request?.askedAt == null ? 0 : Math.max(0, Date.parse(at) - Date.parse(request.askedAt));
  return {
    ...context,
    request: null,
    deadline:
      deadline === null
        ? null
        : { number: deadline.number + 1, dueAt: plusMs(deadline.dueAt, waitedMs) },
  };
};

/** More time counts from the deadline while it still lies ahead, from now on once it was reached. */
const prolonged = (
  deadline: Deadline,
  grant: number,
  at: string,
  isReached: boolean,
): Deadline => ({
  number: deadline.number + 1,
  dueAt: plusMs(isReached ? at : deadline.dueAt, grant),
});

type Grant = {
  readonly limit: LimitName;
  readonly grant: number;
  readonly at: string;
  readonly isReached: boolean;
};

const granted = (context: TaskContext, { limit, grant, at, isReached }: Grant): TaskContext => ({
  ...context,
  limits: { ...context.limits, [limit]: context.limits[limit] + grant },
  grants: { ...context.grants, [limit]: (context.grants[limit] ?? 0) + 1 },
  reached: context.reached?.limit === limit ? null : context.reached,
  deadline:
    limit === 'deadlineMs' && context.deadline !== null
      ? prolonged(context.deadline, grant, at, isReached)
      : context.deadline,
});

const aborted = (code: string, reason: string): End => ({
  type: 'task.failed',
  class: code === 'LIMIT_REACHED' ? 'limit' : 'person',
  code,
  reason,
  cure: 'Submit the task again, with higher limits if it needs them (--limit name=value).',
});

/** `abort` ends the task, whatever was asked. */
const abortFor = (context: TaskContext, by: string): TaskContext => {
  const { request } = context;
  const limited = request?.kind === 'limit';
  const reason = limited
    ? `The limit ${request.limit} was reached and not raised.`
    : `${by} decided to abort: ${request?.question ?? ''}`;
  return { ...context, request: null, end: aborted(limited ? 'LIMIT_REACHED' : 'ABORTED', reason) };
};

type Answer = {
  readonly answer: string;
  readonly at: string;
  readonly by: string;
  readonly params?: Record<string, unknown> | undefined;
  readonly text?: string | undefined;
  readonly grant?: number | undefined;
};

const clarified = (context: TaskContext, question: string, answer: Answer): TaskContext => ({
  ...context,
  plan: {
    ...context.plan,
    revision: context.plan.revision + 1,
    stage: 'owed',
    asks: null,
    answers: [...context.plan.answers, { question, answer: answer.text ?? answer.answer }],
  },
});

function take(context: TaskContext, answer: Answer): TaskContext {
  const { request } = context;
  if (request === null) return context;
  if (answer.answer === 'abort') return abortFor(context, answer.by);
  let next = closed(context, answer.at);
  if (request.kind === 'clarification' && request.ref === null)
    return clarified(next, request.question, answer);
  if (request.limit !== null) {
    const grant = answer.grant ?? LIMIT_RANGES[request.limit].fallback;
    next = granted(next, { limit: request.limit, grant, at: answer.at, isReached: true });
  }
  if (request.ref === null) return next;
  const position = positionOf(next, request.ref.stepId);
  if (answer.answer === 'skip') {
    return moveStep(next, position, { type: 'order.end', outcome: 'skipped', failure: null });
  }
  const { params, text } = answer;
  return moveStep(next, position, { type: 'order.answered', answer: answer.answer, params, text });
}

/** An answer to another question, or to none, is late or ambiguous and changes nothing. */
export function answeredByPerson(
  context: TaskContext,
  { data, at }: FactOf<'human.answered'>,
): TaskContext {
  const { request } = context;
  if (request === null || request.stage !== 'sent' || data.requestId !== `h${request.number}`)
    return context;
  const allowed = request.answers.length === 0 || request.answers.includes(data.answer);
  return allowed || data.answer === 'abort' ? take(context, { ...data, at }) : context;
}

export function extended(
  context: TaskContext,
  { data, at }: FactOf<'limit.extended'>,
): TaskContext {
  const [name = ''] = data.limit.split('.');
  if (!isLimit(name)) return context;
  const { request } = context;
  if (request?.limit === name && request.stage === 'sent') {
    return take(context, { answer: 'continue', at, by: data.by, grant: data.grant });
  }
  const isReached = context.reached?.limit === name;
  return granted(context, { limit: name, grant: data.grant, at, isReached });
}

/** The model that could not be had is asked again, by a request of its own. */
const firedModelTimer = (context: TaskContext, timerId: string): TaskContext | null => {
  const { plan, answer } = context;
  if (plan.later?.timerId === timerId) {
    const { revision } = plan;
    return { ...context, plan: { ...plan, revision: revision + 1, stage: 'owed', later: null } };
  }
  if (answer.later?.timerId !== timerId) return null;
  return { ...context, answer: { ...answer, round: answer.round + 1, stage: 'owed', later: null } };
};

const firedStepTimer = (context: TaskContext, timerId: string): TaskContext => {
  const position = context.steps.findIndex(({ context: step }) => step.later?.timerId === timerId);
  return position < 0
    ? context
    : moveStep(context, position, { type: 'order.timerFired', timerId });
};

/** A stale timer, or one about something that has moved on, changes nothing. */
export function timerFired(context: TaskContext, { data, at }: FactOf<'timer.fired'>): TaskContext {
  const { deadline, request } = context;
  if (data.timerId === `deadline-${deadline?.number}`) {
    // Whatever waits for a person re-arms the deadline when its wait is over.
    if (request !== null || context.reached !== null) return context;
    const max = context.limits.deadlineMs;
    return { ...context, reached: { limit: 'deadlineMs', scope: null, value: max, max } };
  }
  if (request?.stage === 'sent' && data.timerId === `h${request.number}-expiry`) {
    return take(context, { answer: request.fallback, at, by: 'nobody answered' });
  }
  return firedModelTimer(context, data.timerId) ?? firedStepTimer(context, data.timerId);
}

/** A limit that was told becomes the question whether to go on. */
export function limitTold(context: TaskContext): TaskContext {
  const { reached } = context;
  if (reached === null) return context;
  const step =
    reached.scope === null ? undefined : context.steps[positionOf(context, reached.scope)];
  return {
    ...withRequest(context, {
      kind: 'limit',
      question: `The limit ${reached.limit} (${reached.max}) is reached. Continue with more?`,
      answers: ['continue', 'abort'],
      ref: step === undefined ? null : refOf(step),
      limit: reached.limit,
    }),
    reached: null,
  };
}
