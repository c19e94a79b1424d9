/** Small builders of what the log says about the whole task. */
import type { EventData } from '../../shared/events/catalog.ts';
import { completeLimits, type LimitsInput } from '../../shared/events/limits.ts';
import type { PlanStep } from '../../shared/events/plan.ts';
import {
  DEFAULT_WEIGHTS,
  NOTHING_SPENT,
  type ToolDeclaration,
} from '../../shared/events/shapes.ts';
import { ALLOWANCE, AT, BOOK, feedback, LOOK, MAIL, SPEC, type Told, told } from './facts.ts';

export const submitted = (
  limits: LimitsInput = {},
  changed: Partial<EventData<'task.submitted'>> = {},
): Told<'task.submitted'> =>
  told('task.submitted', {
    goal: SPEC.goal,
    mode: 'plan',
    limits: completeLimits(limits, 'plan'),
    weights: DEFAULT_WEIGHTS,
    input: {},
    now: AT,
    timeZone: 'Europe/Berlin',
    bodyHash: 'body',
    ...changed,
  });

export const planRequested = (revision = 1): Told<'plan.requested'> =>
  told('plan.requested', {
    revision,
    goal: SPEC.goal,
    mode: 'plan',
    limits: completeLimits({}, 'plan'),
    input: {},
    answers: [],
    now: AT,
    timeZone: 'Europe/Berlin',
    accepted: {},
    feedback: [],
    allowance: ALLOWANCE,
  });

export const planProposed = (
  steps: readonly PlanStep[],
  revision = 1,
  tools: readonly ToolDeclaration[] = [LOOK, BOOK, MAIL],
): Told<'plan.proposed'> =>
  told('plan.proposed', {
    revision,
    mode: 'plan',
    spec: SPEC,
    steps: [...steps],
    candidates: [{ hash: 'h', j: 0.5, cost: 0.5, dependency: 0, risk: 0 }],
    chosen: 0,
    tools: [...tools],
    spent: NOTHING_SPENT,
  });

export const planRefused = (
  cls: EventData<'plan.refused'>['class'],
  revision = 1,
  code = 'CANNOT_PLAN',
): Told<'plan.refused'> =>
  told('plan.refused', {
    revision,
    class: cls,
    code,
    reason: 'it cannot be planned',
    cure: 'Say more.',
    questions: cls === 'clarify' ? ['Which day?'] : [],
    spent: NOTHING_SPENT,
  });

const counts = { accepted: 0, failed: 0, skipped: 0, cancelled: 0, total: 0 };
export const ROW: EventData<'task.planned'>['row'] = {
  status: 'acting',
  goal: SPEC.goal,
  counts,
  usage: NOTHING_SPENT,
};

export const planned = (revision = 1): Told<'task.planned'> =>
  told('task.planned', { revision, steps: [], j: 0, row: ROW });

export const answerRequested = (round = 1): Told<'answer.requested'> =>
  told('answer.requested', {
    round,
    spec: SPEC,
    results: {},
    weights: DEFAULT_WEIGHTS,
    given: false,
    lastSteps: [],
    feedback: [],
    allowance: ALLOWANCE,
  });

export const answerObserved = (
  isAccepted: boolean,
  round = 1,
  check = 1,
): Told<'answer.observed'> =>
  told('answer.observed', {
    round,
    check,
    accepted: isAccepted,
    text: 'Flight MU1 it is.',
    data: null,
    covers: [],
    missing: [],
    ungrounded: [],
    calledTools: [],
    ...(isAccepted ? {} : { feedback: feedback('result', { code: 'UNGROUNDED' }) }),
    spent: NOTHING_SPENT,
  });

export const answerRefused = (
  round = 1,
  cls: EventData<'answer.refused'>['class'] = 'infeasible',
  code = 'NO_ANSWER',
): Told<'answer.refused'> =>
  told('answer.refused', {
    round,
    class: cls,
    code,
    reason: 'nothing to say',
    cure: 'Ask otherwise.',
    spent: NOTHING_SPENT,
  });

export const humanRequested = (
  number: number,
  changed: Partial<EventData<'human.requested'>> = {},
): Told<'human.requested'> =>
  told('human.requested', {
    requestId: `h${number}`,
    kind: 'escalation',
    question: '?',
    answers: [],
    expiresAt: '2026-03-08T12:00:00.000Z',
    default: 'abort',
    row: ROW,
    ...changed,
  });

export const humanAnswered = (
  number: number,
  answer: string,
  changed: Partial<EventData<'human.answered'>> = {},
): Told<'human.answered'> =>
  told('human.answered', { requestId: `h${number}`, answer, by: 'ada', ...changed });

export const limitReached = (limit: string): Told<'limit.reached'> =>
  told('limit.reached', { limit, value: 1, max: 1, partial: {}, row: ROW });

export const limitExtended = (limit: string, grant: number): Told<'limit.extended'> =>
  told('limit.extended', { by: 'ada', limit, grant });

export const timerFired = (timerId: string): Told<'timer.fired'> =>
  told('timer.fired', { timerId, dueAt: AT });

export const cancelRequested = (reason = 'no longer wanted'): Told<'task.cancelRequested'> =>
  told('task.cancelRequested', { reason, by: 'ada' });
export const pauseRequested = (): Told<'task.pauseRequested'> =>
  told('task.pauseRequested', { by: 'ada' });
export const resumeRequested = (): Told<'task.resumeRequested'> =>
  told('task.resumeRequested', { by: 'ada' });

export const adopted = (epoch = 1): Told<'task.adopted'> =>
  told('task.adopted', { epoch, instance: 'router-1' });

export const roleFailed = (
  eventId: string,
  changed: Partial<EventData<'role.failed'>> = {},
): Told<'role.failed'> =>
  told('role.failed', {
    role: 'executor',
    eventId,
    code: 'DELIVERIES_EXHAUSTED',
    reason: 'it came five times',
    deliveries: 5,
    ...changed,
  });

const ending = { decisions: [], counts, usage: NOTHING_SPENT, row: ROW };

export const completed = (answer = 'done'): Told<'task.completed'> =>
  told('task.completed', { answer, data: null, ...ending });
export const failed = (code = 'CANNOT'): Told<'task.failed'> =>
  told('task.failed', {
    class: 'plan',
    code,
    reason: 'it cannot be done',
    cure: 'Ask otherwise.',
    partial: {},
    ...ending,
  });
export const cancelled = (): Told<'task.cancelled'> =>
  told('task.cancelled', { reason: 'no longer wanted', by: 'ada', partial: {}, ...ending });
