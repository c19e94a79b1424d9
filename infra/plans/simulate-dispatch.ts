/**
 * How long a plan takes when its steps take as long as they say. There is no scheduler here: the task
 * machine folds the facts, and whatever it owes is dispatched, on a clock that jumps to the next end.
 */
import { outstanding } from '../../machines/task/outstanding.ts';
import { initialTask, taskKernel } from '../../machines/task/task-machine.ts';
import type { TaskState } from '../../machines/task/task-state.ts';
import { plusMs } from '../../shared/clock.ts';
import { Fault } from '../../shared/errors.ts';
import type { Limits } from '../../shared/events/limits.ts';
import type { PlanStep } from '../../shared/events/plan.ts';
import type { Ref } from '../../shared/events/shapes.ts';
import { accepted, dispatched, proposed, submitted } from './simulated-facts.ts';

type Running = { readonly ref: Ref; readonly endsAt: number };

const BEGIN = '2000-01-01T00:00:00.000Z';
const atSecond = (seconds: number): string => plusMs(BEGIN, seconds * 1_000);

const lettersOf = (state: TaskState): Ref[] =>
  outstanding(state).flatMap((owed) => (owed.kind === 'dispatch' ? [owed.ref] : []));

const isDone = (state: TaskState): boolean =>
  outstanding(state).some(({ kind }) => kind === 'answer');

const soonest = (running: readonly Running[]): Running | undefined =>
  running.toSorted((a, b) => a.endsAt - b.endsAt)[0];

/**
 * @param steps of a plan that was found fit to run
 * @param seconds how long each step takes, by step id
 * @param limits `parallel` bounds what runs at once
 * @returns seconds from the first dispatch to the last verdict
 * @throws {Fault} `INTERNAL` when the machine leaves a step undone
 */
export function simulateDispatch(
  steps: readonly PlanStep[],
  seconds: ReadonlyMap<string, number>,
  limits: Limits,
): number {
  let now = 0;
  let running: Running[] = [];
  let state = taskKernel.fold(initialTask, [submitted(limits, BEGIN), proposed(steps, BEGIN)]);
  while (!isDone(state)) {
    for (const ref of lettersOf(state)) {
      state = taskKernel.step(state, dispatched(ref, atSecond(now)));
      running.push({ ref, endsAt: now + (seconds.get(ref.stepId) ?? 0) });
    }
    const next = soonest(running);
    if (next === undefined) throw new Fault('INTERNAL', 'The simulated task stands still.');
    running = running.filter((one) => one !== next);
    now = next.endsAt;
    state = taskKernel.step(state, accepted(next.ref, atSecond(now)));
  }
  return now;
}
