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
import { judgeLayer } from './judge-layers.ts';
import { summarise } from './summarise.ts';

type Executed = EventData<'step.executed'>;

/** Fetches what is in the object store, for the rules; the letter itself keeps its references. */
async function inlined(context: RoleContext, executed: Executed): Promise<Executed> {
  const { blobs } = context;
  const results = await Promise.all(
    Object.entries(executed.call.results).map(async ([id, prior]) => [
      id,
      { ...prior, data: await blobs.inline(prior.data) },
    ]),
  );
  return {
    ...executed,
    call: { ...executed.call, results: Object.fromEntries(results) as Executed['call']['results'] },
    result: { ...executed.result, data: await blobs.inline(executed.result.data) },
  };
}

async function report(
  context: RoleContext,
  cause: LoopEvent,
  executed: Executed,
  whole: Executed,
  state: ObserverState,
  check: number,
): Promise<void> {
  const { call, result, tries, spent } = executed;
  const { revision, stepId, attempt } = call;
  const { layers } = state.context;
  const { accepted, score, feedback } = verdictOf(layers, whole);
  await context.events.append({
    type: 'step.observed',
    taskId: cause.subject,
    key: `${attemptKey(call)}.v${check}`,
    from: 'observer',
    to: 'router',
    causationId: cause.id,
    data: {
      revision,
      stepId,
      attempt,
      check,
      accepted,
      score,
      layers: [...layers],
      weights: call.weights,
      judgedBy: 'rules',
      ...(feedback === null ? {} : { class: feedback.class, feedback }),
      tool: call.tool,
      params: call.params,
      result,
      tries,
      ...(await summarise(executed, whole.result.data)),
      spent,
    },
  });
}

/**
 * @param cause the letter: `step.executed`, or `check.requested` with the letter in it
 * @param check counts the checks of this attempt, from 1
 */
export async function observeStep(
  context: RoleContext,
  cause: LoopEvent,
  executed: Executed,
  check: number,
): Promise<void> {
  const whole = await inlined(context, executed);
  const perform = async (owed: ObserverOwed, state: ObserverState): Promise<ObserverFact> => {
    if (owed === 'report' || owed === 'judgeAnswer') {
      await report(context, cause, executed, whole, state, check);
      return { type: 'step.observed' };
    }
    return { type: 'layer.scored', layer: await judgeLayer(owed, whole) };
  };
  const start = observerKernel.step(observerKernel.initial(undefined), { type: 'step.executed' });
  await runUnit({ step: observerKernel.step, outstanding: observerOwes }, start, perform);
}
