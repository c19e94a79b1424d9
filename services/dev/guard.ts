/**
 * The parent's side of the guard: a process that outlives a `kill -9` of the parent just long enough to
 * end the children. It knows them by what is written to its stdin; the end of that stream, which no death
 * of the parent can prevent, is its signal.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './guard-process.ts' : './guard-process.js',
  import.meta.url,
);

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

  /** The parent has ended its children itself. */
  close(): void {
    this.#closed = true;
    this.#tell({ done: true });
    this.#child?.stdin?.end();
  }

  #start(): void {
    const child = spawn(process.execPath, [fileURLToPath(PROGRAM)], {
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
