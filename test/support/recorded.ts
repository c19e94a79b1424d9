/** The recorded form of what a task owes, and events with their envelopes, as a router appends them. */
import { type Owed, outstanding } from '../../machines/task/outstanding.ts';
import { cancelRest } from '../../machines/task/settle-steps.ts';
import { toolOf } from '../../machines/task/step-facts.ts';
import { countsOf } from '../../machines/task/task-row.ts';
import type { End, TaskContext, TaskFact, TaskState } from '../../machines/task/task-state.ts';
import { unreachable } from '../../shared/errors.ts';
import { CATALOG, type LoopEvent } from '../../shared/events/catalog.ts';
import { attemptKey, shortHash } from '../../shared/events/event-id.ts';
import { type Draft, newEvent } from '../../shared/events/new-event.ts';
import type { Ref } from '../../shared/events/shapes.ts';
import * as facts from './facts.ts';
import * as task from './task-facts.ts';

const endOf = (context: TaskContext, end: End): TaskFact => {
  const counts = countsOf(cancelRest(context));
  switch (end.type) {
    case 'task.completed': {
      const said = task.completed(end.answer);
      return { ...said, data: { ...said.data, counts } };
    }
    case 'task.failed': {
      const said = task.failed(end.code);
      return { ...said, data: { ...said.data, class: end.class, reason: end.reason, counts } };
    }
    case 'task.cancelled': {
      const said = task.cancelled();
      return { ...said, data: { ...said.data, reason: end.reason, by: end.by, counts } };
    }
    default:
      return unreachable(end);
  }
};

type Letter = Extract<Owed, { ref: Ref }>;

const letterOf = (context: TaskContext, { kind, ref, position }: Letter): TaskFact => {
  const step = context.steps[position]!;
  const tool = toolOf(step);
  const declared = context.declarations[tool ?? ''];
  const params = step.context.override?.params ?? step.context.def.params;
  switch (kind) {
    case 'dispatch':
      return facts.dispatched(ref, { tool, params, effect: declared?.effect ?? 'read' });
    case 'action':
      return facts.actionRequested(ref, step.context.feedback);
    case 'reason':
      return facts.reasoningRequested(ref);
    case 'probe':
      return facts.probeRequested(ref);
    case 'check':
      return facts.checkRequested(ref, step.context.checks + 1);
    default:
      return unreachable(kind);
  }
};

/** What the router appends for one thing that is owed. */
export function recordedForm({ context }: TaskState, owed: Owed): TaskFact {
  switch (owed.kind) {
    case 'plan':
      return task.planRequested(owed.revision);
    case 'announce':
      return task.planned(owed.revision);
    case 'answer':
      return task.answerRequested(owed.round);
    case 'limit':
      return task.limitReached(owed.limit);
    case 'ask': {
      const { number, kind, question, answers, ref } = owed.request;
      const about = ref === null ? {} : { ref };
      return task.humanRequested(number, { kind, question, answers: [...answers], ...about });
    }
    case 'end':
      return endOf(context, owed.end);
    default:
      return letterOf(context, owed);
  }
}

export const recordedForms = (state: TaskState): TaskFact[] =>
  outstanding(state).map((owed) => recordedForm(state, owed));

type Keyed = Readonly<Record<string, unknown>>;

const KEYS: Readonly<Record<string, (data: Keyed) => string>> = {
  'task.adopted': ({ epoch }) => `e${epoch}`,
  'human.requested': ({ requestId }) => String(requestId),
  'human.answered': ({ requestId, answer }) => `${requestId}.${shortHash(String(answer))}`,
  'timer.fired': ({ timerId }) => String(timerId),
  'answer.observed': ({ round, check }) => `n${round}.v${check}`,
  'step.observed': (data) => `${attemptKey(data as Ref)}.v${data.check}`,
  'step.attemptFailed': (data) => `${attemptKey(data as Ref)}.t${data.try}`,
  'step.executed': ({ call }) => attemptKey(call as Ref),
  'check.requested': ({ ref, check }) => `${attemptKey(ref as Ref)}.v${check}`,
  'role.failed': ({ role, eventId }) => `${role}.${shortHash(String(eventId))}`,
};

/** The key of WIRE.md section 1, where the payload alone says it. */
function keyOf({ type, data }: facts.Told): string | undefined {
  const known = KEYS[type];
  const keyed = data as Keyed;
  if (known !== undefined) return known(keyed);
  if ('attempt' in keyed) return attemptKey(data as Ref);
  if ('round' in keyed) return `n${keyed.round}`;
  return 'revision' in keyed ? `r${keyed.revision}` : undefined;
}

type Envelope = { readonly key?: string; readonly decided?: Draft['decided'] };

/** The whole event: writer and recipient are the first route that its type has. */
export function eventOf(said: facts.Told, { key, decided }: Envelope = {}): LoopEvent {
  const [from = '', to = ''] = CATALOG[said.type].routes[0].split('>');
  const draft = {
    type: said.type,
    taskId: facts.TASK,
    key: key ?? keyOf(said),
    from,
    to: to === 'executor' ? 'executor-default' : to,
    data: said.data,
    ...(decided === undefined ? {} : { decided }),
  };
  return newEvent('lw', draft as Draft, said.at) as LoopEvent;
}
