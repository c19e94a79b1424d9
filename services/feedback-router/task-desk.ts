/**
 * The active router's desk: letters about one task go through one queue, tasks go side by side. A copy of a
 * task is only a cache of its log; whenever it may be stale it is dropped and read again.
 */
import type { RoleContext } from '../../shared/actor/role-context.ts';
import type { Letter } from '../../shared/actor/serve-letters.ts';
import type { Delivery } from '../../shared/bus/delivery.ts';
import { Fault, toFault } from '../../shared/errors.ts';
import { FLEET } from '../../shared/events/names.ts';
import type { Lease } from './lease.ts';
import { LiveTask } from './live-task.ts';
import { payDebts, type Tenure } from './pay-debts.ts';

const CACHE_MAX = 5_000;
const ENDED_MAX = 50_000;
const REFOLDS_MAX = 4;

export class TaskDesk {
  readonly #context: RoleContext;
  readonly #lease: Lease;
  /** The stream's last sequence when this epoch began. */
  readonly #since: number;
  readonly #tasks = new Map<string, LiveTask>();
  readonly #ended = new Set<string>();
  readonly #queues = new Map<string, Promise<void>>();
  readonly #tenure: Tenure;
  #lastDelivery: number | undefined;

  constructor(context: RoleContext, lease: Lease, since: number) {
    this.#context = context;
    this.#lease = lease;
    this.#since = since;
    this.#tenure = {
      context,
      epoch: lease.epoch,
      assertCurrent: (task) => {
        if (!this.#lease.isHeld)
          throw new Fault('CONFLICT', 'This router does not hold the lease.');
        if (this.#tasks.get(task.taskId) !== task)
          throw new Fault('CONFLICT', 'This copy of the task was dropped.');
      },
    };
  }

  /**
   * A gap in the durable's own numbering means that a delivery was lost on the way and will come late: what
   * was folded since may be out of order, so every copy goes.
   */
  noteDelivery(delivery: Delivery): void {
    const { deliverySequence } = delivery.info;
    if (this.#lastDelivery !== undefined && deliverySequence !== this.#lastDelivery + 1)
      this.#tasks.clear();
    this.#lastDelivery = deliverySequence;
  }

  /** Resolves when the letter is folded and all that its task owes is in the log. */
  handle(letter: Letter): Promise<void> {
    const { subject } = letter.event;
    if (subject === FLEET) return Promise.resolve();
    const turn = (this.#queues.get(subject) ?? Promise.resolve()).then(() => this.#attend(letter));
    const settled = turn.catch(() => undefined);
    this.#queues.set(subject, settled);
    void settled.then(() => {
      if (this.#queues.get(subject) === settled) this.#queues.delete(subject);
    });
    return turn;
  }

  /** True when the task is known here to have ended; false says nothing. */
  isKnownEnded(taskId: string): boolean {
    return this.#ended.has(taskId);
  }

  async #attend(letter: Letter): Promise<void> {
    if (this.#ended.has(letter.event.subject)) return;
    for (let tries = 1; ; tries += 1) {
      const task = await this.#copyOf(letter);
      try {
        await payDebts(this.#tenure, task);
        if (task.state.context.ended !== null) this.#forget(task.taskId);
        return;
      } catch (thrown) {
        const fault = toFault(thrown);
        this.#tasks.delete(task.taskId);
        const isStale = fault.code === 'CONFLICT' && this.#lease.isHeld;
        if (!isStale || tries >= REFOLDS_MAX) throw fault;
      }
    }
  }

  async #copyOf(letter: Letter): Promise<LiveTask> {
    const { event, delivery, isSuspect } = letter;
    const { sequence } = delivery.info;
    const known = this.#tasks.get(event.subject);
    if (known?.has(event.id)) return known;
    if (known !== undefined && !isSuspect && known.take({ event, sequence })) return known;
    const isNew = event.type === 'task.submitted' && !isSuspect && sequence > this.#since;
    const task = isNew
      ? new LiveTask(event.subject)
      : await this.#readTask(event.subject, event.id, sequence);
    task.take({ event, sequence });
    // Intake sets the first deadline before it appends the submission.
    if (isNew) task.timersSet.add('deadline-0');
    this.#remember(task);
    return task;
  }

  /** A replica may lag behind the ack: the read is repeated until the event in hand is in it. */
  async #readTask(taskId: string, eventId: string, upTo: number): Promise<LiveTask> {
    for (let tries = 1; ; tries += 1) {
      const history = await this.#context.events.readTask(taskId);
      if (history.some(({ event }) => event.id === eventId) || tries >= REFOLDS_MAX) {
        return LiveTask.fromLog(taskId, history, upTo);
      }
    }
  }

  /** Whatever still comes about an ended task changes nothing, so its name is enough. */
  #forget(taskId: string): void {
    this.#tasks.delete(taskId);
    this.#ended.add(taskId);
    if (this.#ended.size <= ENDED_MAX) return;
    const [oldest] = this.#ended;
    if (oldest !== undefined) this.#ended.delete(oldest);
  }

  #remember(task: LiveTask): void {
    this.#tasks.delete(task.taskId);
    this.#tasks.set(task.taskId, task);
    if (this.#tasks.size <= CACHE_MAX) return;
    const [oldest] = this.#tasks.keys();
    if (oldest !== undefined) this.#tasks.delete(oldest);
  }
}
