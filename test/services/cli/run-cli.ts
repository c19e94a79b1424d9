/** Runs the built command line as its own process, in a home of its own, as a user would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const MAIN = resolve('dist/services/cli/main.js');
const LOCAL_SERVER = resolve('.loopwright/bin/nats-server');

export type Json = Record<string, unknown> & { type: string };

export type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Of stdout; only for runs with `--json`. */
  readonly lines: Json[];
};

const linesOf = (text: string): Json[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Json] : []));

/** One run of the command. */
export class CliRun {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  #stdout = '';
  #stderr = '';

  constructor(args: readonly string[], env: Record<string, string>) {
    this.child = spawn(process.execPath, [MAIN, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => {
      this.#stdout += chunk.toString();
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
    this.ended = new Promise((done) => {
      this.child.once('close', (code) =>
        done({ code, stdout: this.#stdout, stderr: this.#stderr, lines: this.lines }),
      );
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  get lines(): Json[] {
    const whole = this.#stdout.slice(0, this.#stdout.lastIndexOf('\n') + 1);
    return linesOf(whole);
  }

  /** The first line of this type, once it was printed. */
  line(type: string): Json {
    const found = this.lines.find((one) => one.type === type);
    if (found === undefined) throw new Error(`no ${type} yet: ${this.#stderr.slice(-500)}`);
    return found;
  }
}

/** A home, and the runs in it. */
export class CliHome {
  readonly path = mkdtempSync(join(tmpdir(), 'loopwright-cli-'));
  readonly #runs: CliRun[] = [];

  start(args: readonly string[], env: Record<string, string> = {}): CliRun {
    const { PATH = '', LOOPWRIGHT_NATS_SERVER = '' } = process.env;
    const server = LOOPWRIGHT_NATS_SERVER || (existsSync(LOCAL_SERVER) ? LOCAL_SERVER : '');
    const own = { PATH, LOOPWRIGHT_HOME: this.path, LOOPWRIGHT_NATS_SERVER: server };
    const run = new CliRun(args, { ...own, ...env });
    this.#runs.push(run);
    return run;
  }

  run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return this.start(args, env).ended;
  }

  /** Stops what still runs, and removes the home. */
  async close(): Promise<void> {
    const left = this.#runs.filter(
      ({ child }) => child.exitCode === null && child.signalCode === null,
    );
    for (const { child } of left) child.kill('SIGTERM');
    await Promise.all(left.map(({ ended }) => ended));
    rmSync(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
