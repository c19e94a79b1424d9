/** A client of the bus, as a user's own program would be one: plain NATS, requests and subjects. */
import { connect, type NatsConnection } from 'nats';
import { type TaskView, viewTask } from '../../machines/task/task-view.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import type { SubmissionInput } from '../../shared/events/submission.ts';
import { EventLog, type Logged } from '../../shared/log/event-log.ts';
import { eventually } from './eventually.ts';

type Reply = { ok: boolean; error?: { code: string; message: string; cure: string } } & Record<
  string,
  unknown
>;

export class BusClient {
  readonly connection: NatsConnection;
  readonly events: EventLog;
  readonly #ns: string;

  private constructor(connection: NatsConnection, ns: string) {
    this.connection = connection;
    this.#ns = ns;
    this.events = new EventLog(connection, ns, new AbortController().signal);
  }

  static async open(url: string, ns = 'lw'): Promise<BusClient> {
    const connection = await connect({
      servers: url,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
    });
    return new BusClient(connection, ns);
  }

  async request(verb: string, body: unknown): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const message = await this.connection.request(`${this.#ns}.api.${verb}`, text, {
      timeout: 10_000,
    });
    return message.json<Reply>();
  }

  /** Submits as soon as a router answers. @returns the task's id */
  async submit(submission: SubmissionInput): Promise<string> {
    const reply = await eventually(() => this.request('submit', submission), { withinMs: 20_000 });
    if (!reply.ok) throw new Error(JSON.stringify(reply.error));
    return String(reply.id);
  }

  async history(id: string, withClaims = false): Promise<Logged[]> {
    return this.events.readTask(id, { withClaims });
  }

  async view(id: string): Promise<TaskView | undefined> {
    return viewTask((await this.history(id)).map(({ event }) => event as LoopEvent));
  }

  /** The view once `status` is what is asked for. */
  async until(id: string, status: readonly string[], withinMs = 30_000): Promise<TaskView> {
    return eventually(
      async () => {
        const view = await this.view(id);
        if (view === undefined || !status.includes(view.row.status)) {
          throw new Error(
            `${id} is ${view?.row.status ?? 'unknown'}: ${JSON.stringify(view?.steps.map((step) => [step.id, step.status, step.attempt]))}`,
          );
        }
        return view;
      },
      { withinMs, everyMs: 100 },
    );
  }

  /** The view once the task's end is in the log. */
  async ended(id: string, withinMs = 30_000): Promise<TaskView> {
    return eventually(
      async () => {
        const view = await this.view(id);
        if (view?.result == null) {
          const steps = view?.steps.map((step) => `${step.id} ${step.status} ${step.attempt}`);
          throw new Error(`${id} is ${view?.row.status ?? 'unknown'}: ${steps?.join(', ')}`);
        }
        return view;
      },
      { withinMs, everyMs: 50 },
    );
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
