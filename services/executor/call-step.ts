/** Carries one `step.dispatched` to its report: the shell around the executor's machine. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ExecutorFact,
  type ExecutorOwed,
  type ExecutorState,
  executorKernel,
  executorOwes,
} from '../../machines/executor/executor-machine.ts';
import { classOfError } from '../../machines/observer/error-class.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { runUnit } from '../../shared/actor/run-unit.ts';
import type { Letter } from '../../shared/actor/serve-letters.ts';
import { liveSubject } from '../../shared/bus/subjects.ts';
import { nowIso, plusMs } from '../../shared/clock.ts';
import { Fault, unreachable } from '../../shared/errors.ts';
import type { EventOf } from '../../shared/events/catalog.ts';
import { attemptKey } from '../../shared/events/event-id.ts';
import { NOTHING_SPENT, type Result } from '../../shared/events/shapes.ts';
import { claimStep } from './claim-step.ts';
import { isAlive } from './is-alive.ts';
import { recordedCall } from './recorded-call.ts';
import type { RunningCalls } from './running-calls.ts';
import { type Failure, failureOf } from './tool-error.ts';
import type { ToolRunner } from './tool-runner.ts';

export type Executor = {
  readonly context: RoleContext;
  readonly runner: ToolRunner;
  readonly running: RunningCalls;
  /** Calls in work here, by event id: a redelivery of one waits for it instead of calling again. */
  readonly inWork: Map<string, Promise<void>>;
};

/** A wait of this length is reported instead, and the router sets a timer. */
const BACKOFF_MS_MAX = 2_000;

type Dispatched = EventOf<'step.dispatched'>;

class TaskEnded extends Error {}

class CallOfStep {
  readonly #executor: Executor;
  readonly #letter: Letter;
  readonly #dispatched: Dispatched;
  readonly #ended: AbortSignal;
  readonly #startedAt = nowIso();
  /** Random, new for every call: whoever reads a claim of another call, its own earlier one too, must not go on. */
  readonly claimant = randomUUID();

  constructor(executor: Executor, letter: Letter, dispatched: Dispatched, ended: AbortSignal) {
    this.#executor = executor;
    this.#letter = letter;
    this.#dispatched = dispatched;
    this.#ended = ended;
  }

  perform(owed: ExecutorOwed, state: ExecutorState): Promise<ExecutorFact> {
    switch (owed) {
      case 'claim':
        return this.#claim();
      case 'invoke':
        return this.#invoke(state);
      case 'reportUnknown':
        return this.#giveUp(state);
      default:
        return unreachable(owed);
    }
  }

  get #ref() {
    const { revision, stepId, attempt } = this.#dispatched.data;
    return { revision, stepId, attempt };
  }

  async #claim(): Promise<ExecutorFact> {
    const { context } = this.#executor;
    const { subject, id, data } = this.#dispatched;
    const claim = {
      ...this.#ref,
      idempotencyKey: data.idempotencyKey,
      claimant: this.claimant,
      instance: context.instance,
      delivery: this.#letter.delivery.info.deliveries,
    };
    const stored = await claimStep(context, subject, claim, id);
    return { type: 'step.claimed', data: stored.data };
  }

  async #invoke(state: ExecutorState): Promise<ExecutorFact> {
    const { tries, nextTryAt } = state.context;
    if (nextTryAt !== null) await sleep(Math.max(0, Date.parse(nextTryAt) - Date.now()));
    const { data: call, subject } = this.#dispatched;
    const tool = call.tool ?? '';
    const { context, runner } = this.#executor;
    let data: unknown;
    try {
      data = await runner.try(tool, this.#invocation(), this.#ended);
    } catch (thrown) {
      // Aborted because the task ended: nobody waits for a report, and a time-out would be a lie.
      if (this.#ended.aborted) throw new TaskEnded();
      return this.#fail(failureOf(thrown, call.timeoutMs), tries);
    }
    // What goes wrong from here on is not the tool's fault: the letter is given back.
    const outlined = await context.blobs.outline(subject, data, `a large result of ${tool}`);
    return this.#report({ status: 'success', data: outlined, error: null }, tries + 1);
  }

  /** Another try if the policy has one left and the wait is short; else the report. */
  #fail({ fault, isCertain }: Failure, tries: number): Promise<ExecutorFact> {
    const { effect, retry } = this.#dispatched.data;
    if (effect === 'once' && !isCertain) return this.#reportUnknown(this.claimant);
    const waitMs = Math.max(fault.retryAfterMs ?? 0, this.#backoffMs(tries));
    const isLast = tries + 1 >= retry.tries || effect === 'once';
    if (fault.retryable && !isLast && waitMs < BACKOFF_MS_MAX && !this.#ended.aborted) {
      return this.#noteFailedTry(fault, tries + 1, plusMs(nowIso(), waitMs));
    }
    return this.#report({ status: 'error', data: null, error: fault }, tries + 1);
  }

  #invocation() {
    const { context } = this.#executor;
    const { subject: taskId, data: call } = this.#dispatched;
    return {
      params: call.params,
      idempotencyKey: call.idempotencyKey,
      log: (message: string) =>
        context.logger.info({ taskId, stepId: call.stepId, tool: call.tool }, message),
      progress: (share: number, note?: string) => {
        const tick = JSON.stringify({ taskId, stepId: call.stepId, share, note });
        context.connection.publish(liveSubject(context.namespace, taskId), tick);
      },
    };
  }

  /** Doubles from the tool's own back-off up to its cap. */
  #backoffMs(tries: number): number {
    const { backoffMs, maxBackoffMs } = this.#dispatched.data.retry;
    return Math.min(backoffMs * 2 ** tries, maxBackoffMs);
  }

  get #base() {
    const { subject: taskId, id } = this.#dispatched;
    return { taskId, key: attemptKey(this.#ref), from: 'executor', causationId: id } as const;
  }

  async #report(result: Result, tries: number): Promise<ExecutorFact> {
    const { event } = await this.#executor.context.events.append({
      ...this.#base,
      type: 'step.executed',
      to: 'observer',
      data: {
        call: this.#dispatched.data,
        result,
        tries,
        startedAt: this.#startedAt,
        endedAt: nowIso(),
        spent: NOTHING_SPENT,
      },
    });
    return { type: event.type, data: event.data };
  }

  async #noteFailedTry(
    error: NonNullable<Result['error']>,
    tryNumber: number,
    nextTryAt: string,
  ): Promise<ExecutorFact> {
    const { event } = await this.#executor.context.events.append({
      ...this.#base,
      type: 'step.attemptFailed',
      key: `${attemptKey(this.#ref)}.t${tryNumber}`,
      to: 'log',
      data: {
        ...this.#ref,
        try: tryNumber,
        error: { ...error, class: classOfError(error) },
        nextTryAt,
      },
    });
    return { type: event.type, data: event.data };
  }

  /** @throws {Fault} `CONFLICT` while the claimant is alive: it will report itself */
  async #giveUp(state: ExecutorState): Promise<ExecutorFact> {
    const { claimedBy, instance } = state.context;
    if (await isAlive(this.#executor.context, instance ?? '')) {
      throw new Fault('CONFLICT', `${this.#dispatched.id} is in work at ${instance}.`);
    }
    return this.#reportUnknown(claimedBy ?? '');
  }

  async #reportUnknown(claimant: string): Promise<ExecutorFact> {
    const { event } = await this.#executor.context.events.append({
      ...this.#base,
      type: 'step.outcomeUnknown',
      to: 'router',
      data: { ...this.#ref, idempotencyKey: this.#dispatched.data.idempotencyKey, claimant },
    });
    return { type: event.type, data: event.data };
  }
}

async function carryOut(executor: Executor, letter: Letter, dispatched: Dispatched): Promise<void> {
  const { context, running } = executor;
  const taskId = dispatched.subject;
  await running.during(taskId, async (ended) => {
    const call = new CallOfStep(executor, letter, dispatched, ended);
    let state = executorKernel.initial({ claimant: call.claimant });
    state = executorKernel.step(state, { type: 'step.dispatched', data: dispatched.data });
    if (letter.isSuspect || dispatched.data.effect === 'once') {
      const recorded = await recordedCall(context.events, taskId, dispatched.data);
      if (recorded.hasTaskEnded) return;
      state = executorKernel.fold(state, recorded.facts);
    }
    const unit = { step: executorKernel.step, outstanding: executorOwes };
    await runUnit(unit, state, (owed, at) => call.perform(owed, at)).catch((thrown: unknown) => {
      if (!(thrown instanceof TaskEnded)) throw thrown;
    });
  });
}

/** Handles one letter; when it returns, the call's report is in the log, or the task has ended. */
export async function callStep(
  executor: Executor,
  letter: Letter,
  dispatched: Dispatched,
): Promise<void> {
  const { inWork } = executor;
  const known = inWork.get(dispatched.id);
  if (known !== undefined) return known;
  const work = carryOut(executor, letter, dispatched);
  inWork.set(dispatched.id, work);
  try {
    await work;
  } finally {
    inWork.delete(dispatched.id);
  }
}
