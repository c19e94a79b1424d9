/** A real nats-server on a free port with a store of its own, for one test file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect } from 'nats';
import { eventually } from './eventually.ts';

const binary = (): string => {
  const given = process.env.LOOPWRIGHT_NATS_SERVER;
  if (given !== undefined && given !== '') return given;
  const own = resolve('.loopwright/bin/nats-server');
  return existsSync(own) ? own : 'nats-server';
};

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => done(port));
    });
  });

export class NatsServer {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `nats://127.0.0.1:${port}`;
    this.#folder = mkdtempSync(join(tmpdir(), 'loopwright-nats-'));
  }

  static async start(): Promise<NatsServer> {
    const server = new NatsServer(await freePort());
    await server.launch();
    return server;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Starts it, again after a kill, on the same port and store. */
  async launch(): Promise<void> {
    const args = ['-a', '127.0.0.1', '-p', String(this.#port), '-js', '-sd', this.#folder];
    this.#child = spawn(binary(), args, { stdio: 'ignore' });
    await eventually(async () => {
      const connection = await connect({ servers: this.url, reconnect: false, timeout: 1_000 });
      await connection.jetstreamManager();
      await connection.close();
    });
  }

  /** Ends it at once, as a crash would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
