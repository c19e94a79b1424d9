/** Tasks, as a program of your own hands them in, waits for them, and steers them. */
import { Fault } from '../errors.ts';
import { TaskId } from '../events/names.ts';
import type { ToolAnnouncement } from '../tools/tool-announcement.ts';
import { readRegistry } from '../tools/tool-registry.ts';
import { parsedResult } from './answer-schema.ts';
import { AnsweredRequest, askApi, SteeredTask, TaskDetails, TaskPage } from './api-replies.ts';
import type { ClientBus } from './client-bus.ts';
import type {
  AnswerOptions,
  ListOptions,
  RunOptions,
  TypedBy,
  WaitOptions,
} from './client-options.ts';
import { type ComposedTask, composeTask, type SubmitOptions } from './compose-task.ts';
import { followEvents, settledTask, type TaskEvent } from './follow-task.ts';
import { requireNamespace } from './require-namespace.ts';
import { type Sent, sendSubmission } from './send-submission.ts';
import type { TaskResult } from './task-result.ts';

/** An id becomes part of subjects: what is none could be a wildcard. */
function checkedId(id: string): string {
  const parsed = TaskId.safeParse(id);
  if (parsed.success) return id;
  throw new Fault('USAGE', `${id} is no task id: ${parsed.error.issues[0]?.message}.`);
}

/** A router that is started later would refuse it, when nobody listens any more. */
const refuseOther =
  ({ id, bodyHash }: ComposedTask) =>
  ({ event }: TaskEvent): void => {
    if (event.type !== 'task.submitted' || event.data.bodyHash === bodyHash) return;
    throw new Fault('TASK_ID_TAKEN', `${id} is the id of another task.`);
  };

export class Client {
  readonly #bus: ClientBus;
  readonly #closing = new AbortController();
  /** Handed in here, and not yet taken by a router. */
  readonly #queued = new Set<string>();

  constructor(bus: ClientBus) {
    this.#bus = bus;
    void bus.connection.closed().then(() => this.#end());
  }

  /**
   * Hands a task in and waits for its end, or until it waits for a person (`status: 'waiting'`): answer it,
   * then `wait`. While no router runs the task is kept by the server, and starts with the next one.
   *
   * @param goal what is to be done, in words; undefined when a plan is given that says it
   * @throws {Fault} what is wrong with the submission, `TASK_ID_TAKEN`, `ROLE_UNREACHABLE` when no role has
   * ever run in the namespace; the signal's reason
   */
  run<T>(goal: string | undefined, options: RunOptions & TypedBy<T>): Promise<TaskResult<T>>;
  run(goal: string | undefined, options?: RunOptions): Promise<TaskResult>;
  async run(
    goal: string | undefined,
    { signal, onEvent = () => undefined, ...options }: RunOptions = {},
  ): Promise<TaskResult> {
    signal?.throwIfAborted();
    const composed = composeTask(goal, options);
    await this.#send(composed);
    const check = refuseOther(composed);
    const result = await this.#settled(composed.id, signal, (told) => {
      check(told);
      onEvent(told);
    });
    return parsedResult(result, options.answerSchema);
  }

  /**
   * Hands a task in and does not wait. The same again, under the same id, is the same task.
   *
   * @returns `created` is null when the task waits for a router to run, which only then can tell
   * @throws {Fault} as `run`
   */
  async submit(goal: string | undefined, options: SubmitOptions = {}): Promise<Sent> {
    return this.#send(composeTask(goal, options));
  }

  /**
   * As `run`, for a task that was handed in before, by whomever.
   *
   * @throws {Fault} `TASK_UNKNOWN`; the signal's reason
   */
  wait<T>(id: string, options: WaitOptions & TypedBy<T>): Promise<TaskResult<T>>;
  wait(id: string, options?: WaitOptions): Promise<TaskResult>;
  async wait(
    id: string,
    { signal, answerSchema }: WaitOptions & Partial<TypedBy<unknown>> = {},
  ): Promise<TaskResult> {
    const result = await this.#settled(checkedId(id), signal, () => undefined);
    return parsedResult(result, answerSchema);
  }

  /**
   * The events of a task as they come, from the first on, in the log's order, each once, over any outage
   * of the server. It ends with the task.
   *
   * @throws {Fault} `TASK_UNKNOWN`; the signal's reason
   */
  async *watch(id: string, { signal }: WaitOptions = {}): AsyncGenerator<TaskEvent> {
    const following = { ...this.#following(checkedId(id), signal), withClaims: true };
    for await (const events of followEvents(this.#bus, id, following)) {
      this.#queued.delete(id);
      yield* events;
    }
  }

  /** @throws {Fault} `TASK_UNKNOWN`, `ROLE_UNREACHABLE` */
  async get(id: string): Promise<TaskDetails> {
    return askApi(this.#open(), 'get', { id: checkedId(id) }, TaskDetails);
  }

  /** Newest first. @throws {Fault} `USAGE`, `ROLE_UNREACHABLE` */
  async list({ max, ...rest }: ListOptions = {}): Promise<TaskPage> {
    return askApi(this.#open(), 'list', { ...rest, limit: max }, TaskPage);
  }

  /** @throws {Fault} `TASK_UNKNOWN`, `TASK_ENDED`, `ROLE_UNREACHABLE` */
  async cancel(id: string, reason?: string): Promise<SteeredTask> {
    return askApi(this.#open(), 'cancel', { id: checkedId(id), reason }, SteeredTask);
  }

  /**
   * Answers the open question.
   *
   * @param answer one of the request's `answers`; any words when it has none
   * @throws {Fault} `REQUEST_UNKNOWN`, `TASK_UNKNOWN`, `TASK_ENDED`, `ROLE_UNREACHABLE`
   */
  async answer(
    id: string,
    requestId: string,
    answer: string,
    options: AnswerOptions = {},
  ): Promise<void> {
    const body = { ...options, id: checkedId(id), requestId, answer };
    await askApi(this.#open(), 'answer', body, AnsweredRequest);
  }

  /**
   * @param limit a limit's name, or `<name>.<step>` for one step
   * @param grant is added to it
   * @throws {Fault} `LIMIT_INVALID`, `TASK_UNKNOWN`, `TASK_ENDED`, `ROLE_UNREACHABLE`
   */
  async extend(id: string, limit: string, grant: number): Promise<SteeredTask> {
    return askApi(this.#open(), 'extend', { id: checkedId(id), limit, grant }, SteeredTask);
  }

  /** Starts no further step. @throws {Fault} `TASK_UNKNOWN`, `TASK_ENDED`, `ROLE_UNREACHABLE` */
  async pause(id: string): Promise<SteeredTask> {
    return askApi(this.#open(), 'pause', { id: checkedId(id) }, SteeredTask);
  }

  /** Goes on after a pause. @throws {Fault} `TASK_UNKNOWN`, `TASK_ENDED`, `ROLE_UNREACHABLE` */
  async resume(id: string): Promise<SteeredTask> {
    return askApi(this.#open(), 'resume', { id: checkedId(id) }, SteeredTask);
  }

  /** What executors have announced, by name. @throws {Fault} `ROLE_UNREACHABLE`, `BUS_UNREACHABLE` */
  async tools(): Promise<readonly ToolAnnouncement[]> {
    const { connection, namespace } = this.#open();
    await requireNamespace(this.#bus);
    try {
      return await readRegistry(connection, namespace);
    } catch (cause) {
      throw new Fault('BUS_UNREACHABLE', 'The registry of tools cannot be read.', { cause });
    }
  }

  /** Ends the connection, and all waiting on it; tasks go on. */
  async close(): Promise<void> {
    this.#end();
    await this.#bus.connection.close();
  }

  #end(): void {
    this.#closing.abort(new Fault('BUS_UNREACHABLE', 'This client is closed.'));
  }

  #open(): ClientBus {
    this.#closing.signal.throwIfAborted();
    return this.#bus;
  }

  async #send(composed: ComposedTask): Promise<Sent> {
    const sent = await sendSubmission(this.#open(), composed);
    if (sent.created === null) this.#queued.add(sent.id);
    return sent;
  }

  #following(id: string, signal: AbortSignal | undefined) {
    const closing = this.#closing.signal;
    return {
      signal: signal === undefined ? closing : AbortSignal.any([signal, closing]),
      mustExist: !this.#queued.has(id),
      withClaims: false,
    };
  }

  async #settled(
    id: string,
    signal: AbortSignal | undefined,
    onEvent: (told: TaskEvent) => void,
  ): Promise<TaskResult> {
    return settledTask(this.#bus, id, this.#following(id, signal), (told) => {
      this.#queued.delete(id);
      onEvent(told);
    });
  }
}
