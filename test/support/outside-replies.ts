/** Whatever may reach a task from outside, in whatever state it is: polite replies and wild ones. */

import { timersOf } from '../../machines/task/outstanding.ts';
import type { TaskFact, TaskState } from '../../machines/task/task-state.ts';
import { eventId } from '../../shared/events/event-id.ts';
import { ERROR_CLASSES, type Ref } from '../../shared/events/shapes.ts';
import * as facts from './facts.ts';
import * as task from './task-facts.ts';

type Context = TaskState['context'];
type Step = Context['steps'][number];

const refOf = ({ context }: Step): Ref =>
  facts.refOf(context.def.id, Math.max(1, context.attempt), context.revision);

/** Replies about one step, legal now or not. */
function aboutStep(step: Step): TaskFact[] {
  const ref = refOf(step);
  const check = step.context.checks + 1;
  const { value, context } = step;
  // A verdict answers a call, a check or a question to the planner; none comes out of nowhere.
  const isJudged =
    value === 'acting' || (value === 'thinking' ? context.def.tool === null : context.unsettled);
  const verdicts = isJudged
    ? [
        facts.accepted(ref, { check }),
        ...ERROR_CLASSES.map((cls) => facts.rejected(ref, cls, { check })),
      ]
    : [];
  return [
    ...verdicts,
    facts.outcomeUnknown(ref),
    facts.probed(ref, 'happened'),
    facts.probed(ref, 'absent'),
    facts.probed(ref, 'unknown'),
    facts.actionProposed(ref),
    facts.actionProposed(ref, facts.BOOK),
    facts.actionRefused(ref, 'infeasible'),
    facts.actionRefused(ref, 'plan'),
    facts.accepted({ ...ref, attempt: ref.attempt + 7 }),
  ];
}

/** The plan that a re-plan yields: one step that builds on nothing. */
const secondPlan = (revision: number) =>
  task.planProposed([facts.planStep(`again${revision}`)], revision);

const aboutPlan = ({ plan, answer }: Context, first: TaskFact): TaskFact[] => [
  plan.revision <= 1 ? first : secondPlan(plan.revision),
  ...(['infeasible', 'clarify', 'plan', 'model'] as const).map((cls) =>
    task.planRefused(cls, plan.revision),
  ),
  task.answerObserved(true, answer.round),
  task.answerObserved(false, answer.round),
  task.answerRefused(answer.round),
];

const aboutPeople = ({ request, requests }: Context): TaskFact[] => [
  ...(request?.answers ?? []).map((answer) => task.humanAnswered(requests, answer)),
  task.humanAnswered(requests, 'next Monday', { text: 'next Monday' }),
  task.humanAnswered(requests, 'abort'),
  task.humanAnswered(requests + 1, 'abort'),
  task.cancelRequested(),
  task.pauseRequested(),
  task.resumeRequested(),
  task.limitExtended('steps', 1),
  task.limitExtended('attemptsPerStep', 1),
  task.limitExtended('deadlineMs', 1_000),
  task.limitExtended('nonsense', 1),
];

const timers = (state: TaskState): TaskFact[] => [
  ...timersOf(state).map(({ id }) => task.timerFired(id)),
  task.timerFired(`h${state.context.requests}-expiry`),
  task.timerFired('r9-nobody-a1-later'),
];

const failures = ({ plan, steps }: Context): TaskFact[] => [
  task.roleFailed('what is this'),
  task.roleFailed(eventId(facts.TASK, 'plan.requested', `r${plan.revision}`), { role: 'planner' }),
  ...steps
    .slice(0, 1)
    .map((step) =>
      task.roleFailed(
        eventId(
          facts.TASK,
          'step.dispatched',
          `r${step.context.revision}.${step.context.def.id}.a${step.context.attempt}`,
        ),
      ),
    ),
  task.roleFailed('x', { code: 'EVENT_TOO_NEW' }),
];

/** @param first the plan that answers the first request for one */
export const outsideReplies = (state: TaskState, first: TaskFact): TaskFact[] => [
  ...aboutPlan(state.context, first),
  ...state.context.steps.filter(({ value }) => value !== 'terminated').flatMap(aboutStep),
  ...aboutPeople(state.context),
  ...timers(state),
  ...failures(state.context),
];

/** The friendly answer to whatever one step waits for. */
function politeReply(step: Step): TaskFact[] {
  const ref = refOf(step);
  const { value, context } = step;
  const isAction = value === 'thinking' && context.def.tool !== null;
  if (isAction) return [facts.actionProposed(ref)];
  const isLost = value === 'idle' && context.unsettled && context.need === null;
  const isCalled = value !== 'idle' && value !== 'terminated';
  return isCalled || isLost ? [facts.accepted(ref, { check: context.checks + 1 })] : [];
}

/** What an obliging world would say next: everything works, people say yes; empty when nothing is left. */
export function politeReplies(state: TaskState, first: TaskFact): TaskFact[] {
  const { plan, answer, request, steps, stalled, paused } = state.context;
  if (stalled !== null) return [task.cancelRequested('it stalled')];
  if (paused) return [task.resumeRequested()];
  if (request?.stage === 'sent') {
    const [answerGiven = 'Monday'] = request.answers;
    return [task.humanAnswered(request.number, answerGiven)];
  }
  const due = timersOf(state).filter(({ id }) => id.endsWith('-later'));
  return [
    ...(plan.stage === 'sent' ? [plan.revision <= 1 ? first : secondPlan(plan.revision)] : []),
    ...(answer.stage === 'sent' ? [task.answerObserved(true, answer.round)] : []),
    ...steps.flatMap(politeReply),
    ...due.map(({ id }) => task.timerFired(id)),
  ];
}
