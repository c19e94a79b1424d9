/**
 * Appends whatever the task's state owes, until it owes nothing. Decisions go one after another, each under
 * the sequence of the one before; more than eight at once go as one atomic batch.
 */
import { stateHash } from '../../machines/kernel.ts';
import { outstanding, timersOf } from '../../machines/task/outstanding.ts';
import { ANSWER_WITHIN_MS } from '../../machines/task/people-rules.ts';
import { failedWith } from '../../machines/task/settle-steps.ts';
import { TASK_MACHINE_VERSION } from '../../machines/task/task-machine.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { BATCH_MAX } from '../../shared/bus/publish-batch.ts';
import { decisionsOf } from '../../shared/bus/subjects.ts';
import { nowIso, plusMs } from '../../shared/clock.ts';
import { type Fault, toFault } from '../../shared/errors.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { type Draft, newEvent } from '../../shared/events/new-event.ts';
import { type Desk, draftDecision } from './draft-decision.ts';
import type { LiveTask } from './live-task.ts';
import { setTimer } from './timers.ts';

export type Tenure = {
  readonly context: RoleContext;
  readonly epoch: number;
  /** Throws `CONFLICT` when this router may not decide any more, or its copy of the task is stale. */
  readonly assertCurrent: (task: LiveTask) => void;
};

const SEQUENTIAL_MAX = 8;

const deskOf = ({ context }: Tenure, task: LiveTask): Desk => ({
  taskId: task.taskId,
  state: task.state,
  decisions: () => task.decisions,
  blobs: context.blobs,
  now: nowIso(),
});

/** The event with what makes it a decision: where it was taken, in which state, by which machine. */
function sealed({ context }: Tenure, task: LiveTask, draft: Draft): LoopEvent {
  const decided = {
    at: task.horizon,
    stateHash: stateHash(task.state),
    machine: TASK_MACHINE_VERSION,
  };
  const causationId = task.cause?.id;
  const traceparent = task.cause?.traceparent;
  const whole = { ...draft, decided, causationId, traceparent } as Draft;
  return newEvent(context.namespace, whole) as LoopEvent;
}

const expectation = ({ context }: Tenure, task: LiveTask) => ({
  subject: decisionsOf(context.namespace, task.taskId),
  sequence: task.lastDecision,
});

async function append(tenure: Tenure, task: LiveTask, draft: Draft): Promise<void> {
  tenure.assertCurrent(task);
  const event = sealed(tenure, task, draft);
  const sequence = await tenure.context.events.appendExpecting(event, expectation(tenure, task));
  task.take({ event, sequence });
}

/** The states between are folded ahead of the append; a refusal drops the whole copy of the task. */
async function appendBatch(
  tenure: Tenure,
  task: LiveTask,
  drafts: readonly Draft[],
): Promise<void> {
  tenure.assertCurrent(task);
  const expect = expectation(tenure, task);
  const events: LoopEvent[] = [];
  // Sequences that no stored event has yet keep the order; `fromLog` replaces them if the batch is refused.
  const provisional = Math.max(task.horizon, task.lastDecision);
  const ahead = task.fork();
  for (const [index, draft] of drafts.entries()) {
    const event = sealed(tenure, ahead, draft);
    events.push(event);
    ahead.take({ event, sequence: provisional + 1 + index });
  }
  const last = await tenure.context.events.appendTogether(events, expect);
  for (const [index, event] of events.entries()) {
    task.take({ event, sequence: last - events.length + 1 + index });
  }
}

async function adopt(tenure: Tenure, task: LiveTask): Promise<void> {
  const { epoch, context } = tenure;
  await append(tenure, task, {
    type: 'task.adopted',
    taskId: task.taskId,
    key: `e${epoch}`,
    from: 'router',
    to: 'log',
    data: { epoch, instance: context.instance },
  });
}

async function setTimers({ context }: Tenure, task: LiveTask): Promise<void> {
  for (const timer of timersOf(task.state)) {
    if (task.timersSet.has(timer.id)) continue;
    await setTimer(context, task.taskId, timer);
    task.timersSet.add(timer.id);
  }
}

async function draftsFor(tenure: Tenure, task: LiveTask): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const owed of outstanding(task.state).slice(0, BATCH_MAX)) {
    if (owed.kind === 'ask') {
      const dueAt = plusMs(nowIso(), ANSWER_WITHIN_MS);
      await setTimer(tenure.context, task.taskId, { id: `h${owed.request.number}-expiry`, dueAt });
    }
    drafts.push(await draftDecision(deskOf(tenure, task), owed));
  }
  return drafts;
}

/** A letter that is too large can never be sent: the task ends and says so. */
async function endTooLarge(tenure: Tenure, task: LiveTask, fault: Fault): Promise<void> {
  const end = failedWith(
    { class: 'plan', code: fault.code, message: fault.facts, evidence: [] },
    fault.cure,
  );
  const desk = deskOf(tenure, task);
  const draft = await draftDecision({ ...desk, decisions: () => [] }, { kind: 'end', end });
  await append(tenure, task, draft);
}

async function appendAll(tenure: Tenure, task: LiveTask, drafts: readonly Draft[]): Promise<void> {
  try {
    if (drafts.length > SEQUENTIAL_MAX) return await appendBatch(tenure, task, drafts);
    for (const draft of drafts) await append(tenure, task, draft);
  } catch (thrown) {
    const fault = toFault(thrown);
    if (fault.code !== 'EVENT_TOO_LARGE') throw fault;
    await endTooLarge(tenure, task, fault);
  }
}

const isLive = ({ state: { context } }: LiveTask): boolean =>
  context.submitted !== null && context.ended === null;

/**
 * @throws {Fault} `CONFLICT` when the copy is stale; `BUS_UNREACHABLE` when in doubt whether it is
 */
export async function payDebts(tenure: Tenure, task: LiveTask): Promise<void> {
  while (isLive(task)) {
    if (task.adoptedBy !== tenure.epoch) await adopt(tenure, task);
    await setTimers(tenure, task);
    const drafts = await draftsFor(tenure, task);
    if (drafts.length === 0) return;
    await appendAll(tenure, task, drafts);
  }
}
