/**
 * A child process that is started again whenever it dies, until it is stopped. Children lead process
 * groups of their own: Ctrl-C at a terminal reaches only the parent, which then stops them in order.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { backOffMs, HEALTHY_MS } from './back-off.ts';
import type { Guard } from './guard.ts';

export type KeptProcessSettings = {
  readonly name: string;
  readonly path: string;
  readonly args: () => readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** 0 stops first when the parent is gone, 1 after that. */
  readonly stopRank: 0 | 1;
  /** Undefined keeps a line of its log to itself. */
  readonly lineOf?: (line: string) => string | undefined;
  readonly onStdout?: (line: string) => void;
  readonly onStart?: (pid: number) => void;
  readonly log: (line: string) => void;
  readonly guard: Pick<Guard, 'watch' | 'forget'>;
};

export class KeptProcess {
  readonly #settings: KeptProcessSettings;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #stopped = false;
  #deathsInRow = 0;
  #deaths = 0;
  #lastLine = '';

  constructor(settings: KeptProcessSettings) {
    this.#settings = settings;
  }

  get name(): string {
    return this.#settings.name;
  }

  /** Undefined while it is down. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How often it has died. */
  get deaths(): number {
    return this.#deaths;
  }

  /** What it said last, to tell why it died. */
  get lastLine(): string {
    return this.#lastLine;
  }

  start(): void {
    const { path, args, env, guard, stopRank } = this.#settings;
    this.#startedAt = performance.now();
    const child = spawn(path, args(), { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    if (child.pid !== undefined) {
      guard.watch(child.pid, stopRank);
      this.#settings.onStart?.(child.pid);
    }
    this.#read(child.stderr, (line) => this.#note(line, child.pid));
    this.#read(child.stdout, (line) => (this.#settings.onStdout ?? (() => undefined))(line));
    child.once('error', (error) => {
      this.#lastLine = error.message;
      if (child.pid === undefined) this.#died(child, 'it cannot be started');
    });
    child.once('exit', (code, signal) => this.#died(child, signal ?? `exit code ${code}`));
  }

  /** Asks it to end, and makes it end when it has not within `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(force);
  }

  /** Ends it at once. */
  kill(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
  }

  #read(stream: Readable, take: (line: string) => void): void {
    createInterface({ input: stream }).on('line', take);
  }

  #note(line: string, pid: number | undefined): void {
    this.#lastLine = line;
    const shown = (this.#settings.lineOf ?? ((text) => text))(line);
    if (shown !== undefined) this.#settings.log(`[${this.name} ${pid}] ${shown}`);
  }

  #died(child: ChildProcess, how: string): void {
    if (child.pid !== undefined) this.#settings.guard.forget(child.pid);
    this.#child = undefined;
    if (this.#stopped) return;
    const livedLong = performance.now() - this.#startedAt > HEALTHY_MS;
    this.#deathsInRow = livedLong ? 1 : this.#deathsInRow + 1;
    this.#deaths += 1;
    const waitMs = backOffMs(this.#deathsInRow);
    const who = `${this.name} ${child.pid ?? ''}`.trim();
    this.#settings.log(`${who} ended (${how}); it starts again in ${waitMs / 1_000} s`);
    this.#timer = setTimeout(() => this.start(), waitMs);
  }
}
