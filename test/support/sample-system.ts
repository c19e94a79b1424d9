/**
 * The four roles on a real server, with a sample provider and an offline model beside them that can be changed while
 * the roles run: another world, another fault, another script, at the same addresses.
 */

import type { FaultName } from '../../infra/faults/fault-names.ts';
import { startOfflineModel } from '../../infra/offline-model/offline-model.ts';
import { answerByRule } from '../../infra/offline-model/rules/answer-by-rule.ts';
import { parseScript } from '../../infra/offline-model/script-form.ts';
import { startSampleProvider } from '../../infra/sample-provider/sample-provider.ts';
import { World } from '../../infra/sample-provider/world.ts';
import type { TaskView } from '../../machines/task/task-view.ts';
import { verifyTask } from '../../machines/task/verify-task.ts';
import type { EventOf, EventType, LoopEvent } from '../../shared/events/catalog.ts';
import type { SubmissionInput } from '../../shared/events/submission.ts';
import { BusClient } from './bus-client.ts';
import { eventually } from './eventually.ts';
import { freePort, NatsServer } from './nats-server.ts';
import { Roles } from './processes.ts';

export type Scene = {
  readonly world?: unknown;
  readonly fault?: FaultName;
  /** As a script file has it. */
  readonly script?: unknown;
};

export type Order = {
  readonly kind: string;
  readonly effects: number;
  readonly price: number;
  /** Flight number or hotel name. */
  readonly id: string;
};

export type Run = {
  readonly id: string;
  readonly view: TaskView;
  readonly events: readonly LoopEvent[];
  /** What stands at the provider. */
  readonly orders: readonly Order[];
};

type Closable = { readonly close: () => Promise<void> };

/** The zone that the samples are told in. */
const TIME_ZONE = 'Asia/Shanghai';

/** Events of one type, in the log's order. */
export const eventsOf = <T extends EventType>(
  { events }: Pick<Run, 'events'>,
  type: T,
): EventOf<T>['data'][] =>
  events.filter((event) => event.type === type).map(({ data }) => data as EventOf<T>['data']);

export class SampleSystem {
  readonly nats: NatsServer;
  readonly roles: Roles;
  readonly client: BusClient;
  readonly #ports: { readonly provider: number; readonly model: number };
  #parts: Closable[] = [];

  private constructor(
    nats: NatsServer,
    roles: Roles,
    client: BusClient,
    ports: { provider: number; model: number },
  ) {
    this.nats = nats;
    this.roles = roles;
    this.client = client;
    this.#ports = ports;
  }

  /** @param env for every role; OPENAI_BASE_URL in it takes the place of the offline model */
  static async start(scene: Scene = {}, env: Record<string, string> = {}): Promise<SampleSystem> {
    const nats = await NatsServer.start();
    const ports = { provider: await freePort(), model: await freePort() };
    const roles = new Roles(nats.url, {
      LOOPWRIGHT_PROVIDER: `http://127.0.0.1:${ports.provider}`,
      LOOPWRIGHT_OFFLINE_MODEL: `http://127.0.0.1:${ports.model}/v1`,
      ...env,
    });
    const system = new SampleSystem(nats, roles, await BusClient.open(nats.url), ports);
    await system.enter(scene.world ?? {}, scene);
    await roles.startAll();
    return system;
  }

  get modelUrl(): string {
    return `http://127.0.0.1:${this.#ports.model}/v1`;
  }

  get providerUrl(): string {
    return `http://127.0.0.1:${this.#ports.provider}`;
  }

  /** Another world, with no order in it; a fault and a script only when they are given. */
  async enter(given: unknown, { fault, script }: Omit<Scene, 'world'> = {}): Promise<void> {
    await this.#leave();
    const world = World.parse(given);
    const { cities } = world;
    const provider = await startSampleProvider({
      port: this.#ports.provider,
      world,
      ...(fault === undefined ? {} : { fault }),
    });
    const model = await startOfflineModel({
      port: this.#ports.model,
      answer: (purpose, document) => answerByRule(purpose, document, { fault, cities }),
      ...(script === undefined ? {} : { script: parseScript(script, 'the test') }),
    });
    this.#parts = [provider, model];
  }

  /** Hands a goal in and follows it until it ends, or waits for a person. */
  async run(goal: string, more: Partial<SubmissionInput> = {}): Promise<Run> {
    const id = await this.client.submit({ goal, timeZone: TIME_ZONE, ...more });
    await this.#settled(id);
    return this.told(id);
  }

  async #settled(id: string): Promise<void> {
    await eventually(
      async () => {
        const view = await this.client.view(id);
        if (view?.result == null && view?.request == null)
          throw new Error(`${id} is ${view?.row.status ?? 'unknown'}`);
      },
      { withinMs: 60_000, everyMs: 50 },
    );
  }

  /** @throws when the log disagrees with the states that it records */
  async told(id: string): Promise<Run> {
    const history = await this.client.history(id);
    const events = history.map(({ event }) => event as LoopEvent);
    const { problems } = verifyTask(
      history.map(({ event, sequence }) => ({ event: event as LoopEvent, sequence })),
    );
    if (problems.length > 0) throw new Error(problems.join('\n'));
    const view = await this.client.view(id);
    if (view === undefined) throw new Error(`${id} is not in the log`);
    return { id, view, events, orders: await this.#orders() };
  }

  async #orders(): Promise<Order[]> {
    const effects = (await (await fetch(`${this.providerUrl}/effects`)).json()) as Record<
      string,
      { effects: number; kind: string }
    >;
    const placed = Object.entries(effects).filter(([, counted]) => counted.effects > 0);
    return Promise.all(
      placed.map(async ([key, { kind, effects: count }]) => {
        const answer = await fetch(`${this.providerUrl}/orders/${encodeURIComponent(key)}`);
        const order = (await answer.json()) as Record<string, unknown>;
        const id = String(order.flight_no ?? order.name ?? order.order_no);
        return { kind, effects: count, price: Number(order.price), id };
      }),
    );
  }

  async #leave(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.close()));
    this.#parts = [];
  }

  async stop(): Promise<void> {
    await this.client.close();
    await this.roles.stop();
    await this.#leave();
    await this.nats.stop();
  }
}
