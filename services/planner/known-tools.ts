/**
 * The planner's view of the registry. It is read again when it is two seconds old, and for a while when a
 * tool is missing: an executor that is just starting has not announced its tools yet.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import type { ToolAnnouncement } from '../../shared/tools/tool-announcement.ts';
import { readRegistry } from '../../shared/tools/tool-registry.ts';

const FRESH_MS = 2_000;
const PATIENCE_MS = 5_000;
const POLL_MS = 250;

export type ToolMap = ReadonlyMap<string, ToolAnnouncement>;

export class KnownTools {
  readonly #read: () => Promise<ToolAnnouncement[]>;
  #tools: ToolMap = new Map();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(connection: NatsConnection, namespace: string) {
    this.#read = () => readRegistry(connection, namespace);
  }

  async #refreshed(maxAgeMs: number): Promise<ToolMap> {
    if (performance.now() - this.#readAt > maxAgeMs) {
      this.#tools = new Map((await this.#read()).map((tool) => [tool.declaration.name, tool]));
      this.#readAt = performance.now();
    }
    return this.#tools;
  }

  /** @returns the registry, once something is in it that has stopped growing, or patience is at its end */
  async alive(): Promise<ToolMap> {
    const until = performance.now() + PATIENCE_MS;
    let tools = await this.#refreshed(FRESH_MS);
    if (tools.size > 0) return tools;
    // An executor announces one tool after another.
    for (let before = -1; tools.size !== before && performance.now() < until; ) {
      before = tools.size === 0 ? -1 : tools.size;
      await sleep(POLL_MS);
      tools = await this.#refreshed(POLL_MS / 2);
    }
    return tools;
  }

  /** @returns the registry, once all of `names` are in it or patience is at its end */
  async having(names: readonly string[]): Promise<ToolMap> {
    const until = performance.now() + PATIENCE_MS;
    let tools = await this.#refreshed(FRESH_MS);
    while (names.some((name) => !tools.has(name)) && performance.now() < until) {
      await sleep(POLL_MS);
      tools = await this.#refreshed(POLL_MS / 2);
    }
    return tools;
  }
}
