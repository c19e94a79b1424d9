/**
 * One router at a time, by epoch. The lease is one KV entry; its revision at taking is the epoch, so epochs
 * only grow. A standby takes over when the entry has not changed for a while by the standby's own monotonic
 * clock: no two clocks are ever compared.
 */
import type { KV, KvEntry } from 'nats';

const KEY = 'router';
/** A lease not renewed for so long is free. */
const LEASE_MS = 3_000;
const RENEW_MS = 1_000;
/** The holder stops deciding before a standby can start. */
const SAFE_MS = 2_200;

type Value = { readonly instance: string; readonly isReleased: boolean };

export class Lease {
  readonly #kv: KV;
  readonly #instance: string;
  #revision = 0;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #seen = { revision: -1, at: 0 };
  #timer: NodeJS.Timeout | undefined;
  #epoch = 0;

  constructor(kv: KV, instance: string) {
    this.#kv = kv;
    this.#instance = instance;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** False as soon as somebody else might hold the lease: also for a process that was paused meanwhile. */
  get isHeld(): boolean {
    return performance.now() - this.#renewedAt < SAFE_MS;
  }

  /** One try. @returns true when the lease is ours now */
  async tryTake(): Promise<boolean> {
    const startedAt = performance.now();
    const entry = await this.#kv.get(KEY);
    if (entry !== null && !this.#isFree(entry)) return false;
    try {
      const body = this.#value(false);
      this.#revision =
        entry === null
          ? await this.#kv.create(KEY, body)
          : await this.#kv.update(KEY, body, entry.revision);
    } catch {
      return false; // Another standby was faster.
    }
    this.#epoch = this.#revision;
    this.#renewedAt = startedAt;
    return true;
  }

  /** Keeps the lease; `onLost` is called once when it cannot be kept. */
  keep(onLost: (reason: string) => void): void {
    this.#timer = setInterval(() => {
      void this.#renew().then((isKept) => {
        if (!isKept) {
          clearInterval(this.#timer);
          onLost('another router took over');
        }
      });
    }, RENEW_MS);
  }

  /** Lets a standby take over at once. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    this.#renewedAt = Number.NEGATIVE_INFINITY;
    await this.#kv.update(KEY, this.#value(true), this.#revision).catch(() => undefined);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#renewedAt = Number.NEGATIVE_INFINITY;
  }

  #value(isReleased: boolean): string {
    return JSON.stringify({ instance: this.#instance, isReleased } satisfies Value);
  }

  #isFree(entry: KvEntry): boolean {
    if (entry.operation !== 'PUT' || entry.json<Value>().isReleased) return true;
    const now = performance.now();
    if (entry.revision !== this.#seen.revision) this.#seen = { revision: entry.revision, at: now };
    return now - this.#seen.at > LEASE_MS;
  }

  /** @returns false only when somebody else wrote; an outage is waited out */
  async #renew(): Promise<boolean> {
    const startedAt = performance.now();
    try {
      this.#revision = await this.#kv.update(KEY, this.#value(false), this.#revision);
      this.#renewedAt = startedAt;
      return true;
    } catch {
      const entry = await this.#kv.get(KEY).catch(() => null);
      if (entry === null) return true;
      if (entry.revision !== this.#revision && entry.json<Value>().instance !== this.#instance)
        return false;
      this.#revision = entry.revision; // Our own write, whose answer was lost.
      return true;
    }
  }
}
