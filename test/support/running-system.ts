/** A nats-server, the four roles and a client: what a test of the running system stands on. */
import { BusClient } from './bus-client.ts';
import { NatsServer } from './nats-server.ts';
import { Roles } from './processes.ts';

export class RunningSystem {
  readonly client: BusClient;
  readonly #nats: NatsServer;
  readonly #roles: Roles;

  private constructor(nats: NatsServer, roles: Roles, client: BusClient) {
    this.#nats = nats;
    this.#roles = roles;
    this.client = client;
  }

  /** @param env for every role, beside the server and the home */
  static async start(env: Record<string, string> = {}): Promise<RunningSystem> {
    const nats = await NatsServer.start();
    const roles = new Roles(nats.url, env);
    await roles.startAll();
    return new RunningSystem(nats, roles, await BusClient.open(nats.url));
  }

  async stop(): Promise<void> {
    await this.client.close();
    await this.#roles.stop();
    await this.#nats.stop();
  }
}
