/** One result in, one verdict out: the shell around the observer's machine. */
import {
  type ObserverFact,
  type ObserverOwed,
  type ObserverState,
  observerKernel,
  observerOwes,
} from '../../machines/observer/observer-machine.ts';
import { verdictOf } from '../../machines/observer/verdict.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { runUnit } from '../../shared/actor/run-unit.ts';
import type { EventData, LoopEvent } from '../../shared/events/catalog.ts';
import { attemptKey } from '../../shared/events/event-id.ts';
import { inlinedResults } from './inlined-results.ts';
import { judgeLayer } from './judge-layers.ts';
import { summarise } from './summarise.ts';

type Executed = EventData<'step.executed'>;

async function inlined({ blobs }: RoleContext, executed: Executed): Promise<Executed> {
  const { call, result } = executed;
  return {
    ...executed,
    call: { ...call, results: await inlinedResults(blobs, call.results) },
    result: { ...result, data: await blobs.inline(result.data) },
  };
}

/** One result to be judged. */
export type Trial = {
  /** The letter: `step.executed`, or `check.requested` with the letter in it. */
  readonly cause: LoopEvent;
  readonly executed: Executed;
  /** Counts the checks of this attempt, from 1. */
  readonly check: number;
};

async function verdict(
  { executed, check }: Trial,
  whole: Executed,
  { context: { layers } }: ObserverState,
) {
  const { call, result, tries, spent } = executed;
  const { revision, stepId, attempt, weights, tool, params } = call;
  const { accepted, score, feedback } = verdictOf(layers, whole);
  return {
    revision,
    stepId,
    attempt,
    check,
    accepted,
    score,
    layers: [...layers],
    weights,
    judgedBy: 'rules' as const,
    ...(feedback === null ? {} : { class: feedback.class, feedback }),
    tool,
    params,
    result,
    tries,
    ...(await summarise(executed, whole.result.data)),
    spent,
  };
}

export async function observeStep(context: RoleContext, trial: Trial): Promise<void> {
  const { cause, executed, check } = trial;
  const whole = await inlined(context, executed);
  const perform = async (owed: ObserverOwed, state: ObserverState): Promise<ObserverFact> => {
    if (owed !== 'report' && owed !== 'judgeAnswer') {
      return { type: 'layer.scored', layer: await judgeLayer(owed, whole) };
    }
    const { event } = await context.events.append({
      type: 'step.observed',
      taskId: cause.subject,
      key: `${attemptKey(executed.call)}.v${check}`,
      from: 'observer',
      to: 'router',
      causationId: cause.id,
      data: await verdict(trial, whole, state),
    });
    return { type: event.type };
  };
  const start = observerKernel.step(observerKernel.initial(undefined), { type: 'step.executed' });
  await runUnit({ step: observerKernel.step, outstanding: observerOwes }, start, perform);
}
