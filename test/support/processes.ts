/** Starts, kills, pauses and restarts the roles' own processes (from dist), as an operator would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ROLE_NODE_FLAGS } from '../../shared/actor/node-flags.ts';
import { eventually } from './eventually.ts';

export type RoleName = 'planner' | 'executor' | 'observer' | 'feedback-router';
const ROLES: readonly RoleName[] = ['planner', 'executor', 'observer', 'feedback-router'];

export class RoleProcess {
  readonly role: RoleName;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;
  #log = '';

  constructor(role: RoleName, env: Record<string, string>) {
    this.role = role;
    this.#env = env;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get log(): string {
    return this.#log;
  }

  async start(): Promise<void> {
    const main = resolve('dist/services', this.role, 'main.js');
    const child = spawn(process.execPath, [...ROLE_NODE_FLAGS, main], {
      env: { PATH: process.env.PATH ?? '', ...this.#env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    const from = this.#log.length;
    child.stderr?.on('data', (chunk: Buffer) => {
      this.#log += chunk.toString();
    });
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`${this.role} ended: ${this.#log.slice(from)}`);
      if (!this.#log.slice(from).includes('"msg":"ready"'))
        throw new Error(`${this.role} is not ready`);
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  /** @returns the exit code, or null when a signal ended it */
  async end(name: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (child === undefined) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = new Promise<number | null>((done) => child.once('exit', done));
    child.kill(name);
    if (name === 'SIGKILL') child.kill('SIGCONT');
    return gone;
  }

  kill(): Promise<number | null> {
    return this.end('SIGKILL');
  }
}

/** A set of roles on one server, in a home of its own. */
export class Roles {
  readonly home = mkdtempSync(join(tmpdir(), 'loopwright-home-'));
  readonly env: Record<string, string>;
  readonly all: RoleProcess[] = [];

  constructor(natsUrl: string, env: Record<string, string> = {}) {
    this.env = {
      NATS_URL: natsUrl,
      LOOPWRIGHT_HOME: this.home,
      LOOPWRIGHT_LOG_FORMAT: 'json',
      ...env,
    };
  }

  async start(role: RoleName, env: Record<string, string> = {}): Promise<RoleProcess> {
    const started = new RoleProcess(role, { ...this.env, ...env });
    this.all.push(started);
    await started.start();
    return started;
  }

  async startAll(): Promise<void> {
    for (const role of ROLES) await this.start(role);
  }

  of(role: RoleName): RoleProcess {
    const found = this.all.find((process) => process.role === role);
    if (found === undefined) throw new Error(`no ${role} was started`);
    return found;
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((role) => role.kill()));
    rmSync(this.home, { recursive: true, force: true });
  }
}
