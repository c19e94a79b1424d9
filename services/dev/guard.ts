/**
 * The parent's side of the guard: a process that outlives a `kill -9` of the parent just long enough to
 * end the children. It knows them by what is written to its stdin; the end of that stream, which no death
 * of the parent can prevent, is its signal.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('./guard-process.js', import.meta.url));

/** A guard that died is replaced after so long. */
const AGAIN_MS = 100;

export class Guard {
  readonly #watched = new Map<number, number>();
  readonly #folder: string | undefined;
  #child: ChildProcess | undefined;
  #closed = false;

  /** @param folder removed after the children, when the parent could not do it */
  constructor(folder: string | undefined) {
    this.#folder = folder;
    this.#start();
  }

  watch(pid: number, stopRank: number): void {
    this.#watched.set(pid, stopRank);
    this.#tell({ watch: pid, stopRank });
  }

  forget(pid: number): void {
    this.#watched.delete(pid);
    this.#tell({ forget: pid });
  }

  /** The parent has ended its children itself; resolves once the guard is gone too. */
  async close(): Promise<void> {
    this.#closed = true;
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.#tell({ done: true });
    child.stdin?.end();
    await gone;
  }

  /** Leaves without waiting; there is nothing left to guard. */
  drop(): void {
    this.#closed = true;
    this.#child?.kill('SIGKILL');
  }

  #start(): void {
    const child = spawn(process.execPath, [PROGRAM], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#child = child;
    child.stdin.on('error', () => undefined);
    child.once('error', () => undefined);
    child.once('exit', () => {
      const again = (): void => {
        if (!this.#closed) this.#start();
      };
      setTimeout(again, AGAIN_MS).unref();
    });
    if (this.#folder !== undefined) this.#tell({ folder: this.#folder });
    for (const [pid, stopRank] of this.#watched) this.#tell({ watch: pid, stopRank });
  }

  #tell(message: object): void {
    this.#child?.stdin?.write(`${JSON.stringify(message)}\n`);
  }
}
