/** The letters about one step: to call, to choose, to think, to find out, to judge again. */
import { refOf } from '../../machines/task/open-request.ts';
import type { Owed } from '../../machines/task/outstanding.ts';
import { toolOf } from '../../machines/task/step-facts.ts';
import type { TaskContext, TaskState } from '../../machines/task/task-state.ts';
import { Fault, unreachable } from '../../shared/errors.ts';
import { attemptKey } from '../../shared/events/event-id.ts';
import type { Draft } from '../../shared/events/new-event.ts';
import { NOTHING_SPENT } from '../../shared/events/shapes.ts';
import type { BlobStore } from '../../shared/log/blob-store.ts';
import { reasoningCall } from '../../shared/plan/reasoning-call.ts';
import { allowanceOf } from './allowance.ts';
import { resultsFor } from './letter-results.ts';
import { actionLetter, dispatchLetter, specOf, weightsOf } from './step-letter.ts';

type Desk = {
  readonly taskId: string;
  readonly state: TaskState;
  readonly blobs: BlobStore;
  /** Time of the decision (ISO instant). */
  readonly now: string;
};

type About = Extract<Owed, { ref: unknown }>;

const reasoningOf = (context: TaskContext, { ref, position }: About) => {
  const def = context.steps[position]?.context.def;
  if (def === undefined) throw new Fault('INTERNAL', `There is no step at position ${position}.`);
  return {
    ...ref,
    spec: specOf(context),
    step: def,
    expect: def.expect,
    results: resultsFor(context, position),
    weights: weightsOf(context),
  };
};

/** @throws {Fault} `INTERNAL` when the state owes what it cannot describe */
export function stepLetter(desk: Desk, owed: About): Promise<Draft> | Draft {
  const { taskId, state, blobs } = desk;
  const { context } = state;
  const letter = { taskId, context, owed, blobs };
  const step = context.steps[owed.position];
  if (step === undefined)
    throw new Fault('INTERNAL', `There is no step at position ${owed.position}.`);
  const key = attemptKey(owed.ref);
  const tool = toolOf(step);
  switch (owed.kind) {
    case 'dispatch':
      return dispatchLetter(letter);
    case 'action':
      return actionLetter(letter, []);
    case 'reason': {
      const data = {
        ...reasoningOf(context, owed),
        feedback: [...step.context.feedback],
        allowance: allowanceOf(context),
      };
      return { taskId, from: 'router', type: 'reasoning.requested', key, to: 'planner', data };
    }
    case 'probe': {
      const declaration = tool === null ? undefined : context.declarations[tool];
      if (tool === null || declaration === undefined)
        throw new Fault('INTERNAL', `The plan does not declare ${tool}.`);
      const { params, idempotencyKey } = step.context;
      const data = { ...owed.ref, tool, params, idempotencyKey, timeoutMs: declaration.timeoutMs };
      return {
        taskId,
        from: 'router',
        type: 'step.probeRequested',
        key,
        to: `executor-${declaration.pool}`,
        data,
      };
    }
    case 'check':
      return recheck(desk, owed);
    default:
      return unreachable(owed.kind);
  }
}

type Recheck = Draft<'check.requested' | 'action.requested' | 'action.rejected'>;

/** The whole letter to be judged again is the call as it would be dispatched, with the result at hand. */
async function recheck({ taskId, state, blobs, now }: Desk, owed: About): Promise<Recheck> {
  const { context } = state;
  const step = context.steps[owed.position];
  if (step === undefined)
    throw new Fault('INTERNAL', `There is no step at position ${owed.position}.`);
  const ref = refOf(step);
  let call: Record<string, unknown>;
  if (toolOf(step) === null) {
    call = reasoningCall(taskId, reasoningOf(context, { ...owed, ref }), now);
  } else {
    const letter = await dispatchLetter({ taskId, context, owed, blobs });
    if (letter.type !== 'step.dispatched')
      return letter as Draft<'action.requested' | 'action.rejected'>;
    call = letter.data;
  }
  const check = step.context.checks + 1;
  const { result } = step.context;
  const of = { call, result, tries: 0, startedAt: now, endedAt: now, spent: NOTHING_SPENT };
  return {
    taskId,
    from: 'router',
    type: 'check.requested',
    key: `${attemptKey(ref)}.v${check}`,
    to: 'observer',
    data: { ref, check, of },
  };
}
