/** From what is owed to the event that pays it: one draft for one item of `outstanding`. */
import type { Owed } from '../../machines/task/outstanding.ts';
import { ANSWER_WITHIN_MS } from '../../machines/task/people-rules.ts';
import { cancelRest } from '../../machines/task/settle-steps.ts';
import { toolOf } from '../../machines/task/step-facts.ts';
import {
  countsOf,
  partialOf,
  priorOf,
  rowOf,
  STATUS_OF_END,
} from '../../machines/task/task-row.ts';
import type { End, TaskContext, TaskState } from '../../machines/task/task-state.ts';
import { plusMs } from '../../shared/clock.ts';
import { Fault, unreachable } from '../../shared/errors.ts';
import type { Draft } from '../../shared/events/new-event.ts';
import type { Decision, TaskRow } from '../../shared/events/router-events.ts';
import type { BlobStore } from '../../shared/log/blob-store.ts';
import { allowanceOf } from './allowance.ts';
import { stepLetter } from './draft-step-letter.ts';
import { lastStepsOf, resultsForAnswer } from './letter-results.ts';
import { specOf, weightsOf } from './step-letter.ts';

export type Desk = {
  readonly taskId: string;
  readonly state: TaskState;
  readonly decisions: () => readonly Decision[];
  readonly blobs: BlobStore;
  /** Time of the decision (ISO instant), for what a person has to answer by. */
  readonly now: string;
};

const base = (taskId: string) => ({ taskId, from: 'router' }) as const;

const planLetter = (
  { taskId, state: { context } }: Desk,
  revision: number,
): Draft<'plan.requested'> => {
  const { submitted, plan, spec, limits } = context;
  if (submitted === null)
    throw new Fault('INTERNAL', 'A task that was not submitted cannot be planned.');
  const { goal, mode, input, tools, now, timeZone, plan: given } = submitted;
  return {
    ...base(taskId),
    type: 'plan.requested',
    key: `r${revision}`,
    to: 'planner',
    data: {
      revision,
      goal,
      mode,
      limits,
      input,
      answers: [...plan.answers],
      ...(tools === undefined ? {} : { tools }),
      now,
      timeZone,
      ...(spec === null ? {} : { spec }),
      ...(given === undefined ? {} : { given }),
      accepted: priorOf(context, undefined, false),
      taken: context.steps.map((step) => step.context.def.id),
      feedback: [...plan.feedback],
      allowance: allowanceOf(context),
    },
  };
};

const announcement = ({ taskId, state }: Desk, revision: number): Draft<'task.planned'> => ({
  ...base(taskId),
  type: 'task.planned',
  key: `r${revision}`,
  to: 'client',
  data: {
    revision,
    steps: state.context.steps
      .filter(({ context }) => context.revision === revision)
      .map(({ context: { def } }) => ({
        id: def.id,
        tool: def.tool,
        description: def.description,
        dependsOn: def.dependsOn,
        ...(def.kind === undefined ? {} : { kind: def.kind }),
        ...(def.subtask === undefined ? {} : { subtask: def.subtask }),
      })),
    j: state.context.plan.j,
    row: rowOf(state),
  },
});

const answerLetter = (
  { taskId, state: { context } }: Desk,
  round: number,
): Draft<'answer.requested'> => ({
  ...base(taskId),
  type: 'answer.requested',
  key: `n${round}`,
  to: 'planner',
  data: {
    round,
    spec: specOf(context),
    results: resultsForAnswer(context),
    weights: weightsOf(context),
    ...(context.submitted?.answerSchema === undefined
      ? {}
      : { answerSchema: context.submitted.answerSchema }),
    given: context.submitted?.plan !== undefined,
    lastSteps: lastStepsOf(context),
    feedback: [...context.answer.feedback],
    allowance: allowanceOf(context),
  },
});

const question = (
  { taskId, state, now }: Desk,
  { request }: Extract<Owed, { kind: 'ask' }>,
): Draft<'human.requested'> => {
  const step = state.context.steps.find(({ context }) => context.def.id === request.ref?.stepId);
  return {
    ...base(taskId),
    type: 'human.requested',
    key: `h${request.number}`,
    to: 'client',
    data: {
      requestId: `h${request.number}`,
      kind: request.kind,
      question: request.question,
      answers: [...request.answers],
      ...(request.ref === null ? {} : { ref: request.ref }),
      ...(step === undefined ? {} : { call: { tool: toolOf(step), params: step.context.params } }),
      expiresAt: plusMs(now, ANSWER_WITHIN_MS),
      default: request.fallback,
      row: { ...rowOf(state), status: 'waiting' },
    },
  };
};

const limitTold = (
  { taskId, state }: Desk,
  { limit, scope }: Extract<Owed, { kind: 'limit' }>,
): Draft<'limit.reached'> => {
  const { reached, grants, limits } = state.context;
  return {
    ...base(taskId),
    type: 'limit.reached',
    key: `${limit}${scope === null ? '' : `.${scope}`}.g${grants[limit] ?? 0}`,
    to: 'client',
    data: {
      limit,
      value: reached?.value ?? 0,
      max: reached?.max ?? limits[limit],
      partial: partialOf(state.context),
      row: { ...rowOf(state), status: 'waiting' },
    },
  };
};

/** What a task has done that nobody takes back: whoever submits it again would have it twice. */
const inEffect = (context: TaskContext): string => {
  const done = context.steps
    .filter((step) => step.context.outcome === 'accepted')
    .filter((step) => context.declarations[toolOf(step) ?? '']?.effect === 'once')
    .map((step) => `${step.context.def.id} ${step.context.summary}`);
  return done.length === 0 ? '' : ` Already in effect, and not undone: ${done.join('; ')}.`;
};

function ending({ taskId, state, decisions }: Desk, end: End): Draft<End['type']> {
  const context = cancelRest(state.context);
  const counts = countsOf(context);
  const row: TaskRow = { ...rowOf(state), status: STATUS_OF_END[end.type], counts };
  const common = { decisions: [...decisions()], counts, usage: context.spent, row };
  const partial = partialOf(context);
  const to = { ...base(taskId), to: 'client' } as const;
  switch (end.type) {
    case 'task.completed':
      return { ...to, type: end.type, data: { answer: end.answer, data: end.data, ...common } };
    case 'task.failed': {
      const { class: cls, code, reason } = end;
      const cure = `${end.cure}${inEffect(context)}`;
      return {
        ...to,
        type: end.type,
        data: { class: cls, code, reason, cure, partial, ...common },
      };
    }
    case 'task.cancelled':
      return {
        ...to,
        type: end.type,
        data: { reason: end.reason, by: end.by, partial, ...common },
      };
    default:
      return unreachable(end);
  }
}

/** @throws {Fault} `INTERNAL` when the state owes what it cannot describe */
export async function draftDecision(desk: Desk, owed: Owed): Promise<Draft> {
  switch (owed.kind) {
    case 'plan':
      return planLetter(desk, owed.revision);
    case 'announce':
      return announcement(desk, owed.revision);
    case 'answer':
      return answerLetter(desk, owed.round);
    case 'limit':
      return limitTold(desk, owed);
    case 'ask':
      return question(desk, owed);
    case 'end':
      return ending(desk, owed.end);
    default:
      return stepLetter(desk, owed);
  }
}
