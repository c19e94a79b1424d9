/** What really happened at the sample provider on behalf of one task: its count is the proof. */
import { z } from 'zod';
import type { LoopEvent } from '../../shared/events/catalog.ts';

const Effects = z.record(
  z.string(),
  z.object({ effects: z.number(), calls: z.number(), kind: z.string() }),
);

const ANSWER_MS = 2_000;

export type TaskEffect = {
  readonly key: string;
  readonly stepId: string;
  readonly kind: string;
  readonly effects: number;
  readonly calls: number;
};

/** The steps that called with each key; the keys of other tasks are not among them. */
const keysOf = (events: readonly LoopEvent[]): Map<string, string> =>
  new Map(
    events.flatMap((event) =>
      event.type === 'step.dispatched'
        ? [[event.data.idempotencyKey, event.data.stepId] as const]
        : [],
    ),
  );

/** @returns none when the provider cannot be asked */
export async function taskEffects(
  providerUrl: string,
  events: readonly LoopEvent[],
): Promise<TaskEffect[]> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(new URL('/effects', providerUrl), { signal });
    const all = Effects.parse(await response.json());
    const keys = keysOf(events);
    return Object.entries(all).flatMap(([key, counted]) => {
      const stepId = keys.get(key);
      return stepId === undefined ? [] : [{ key, stepId, ...counted }];
    });
  } catch {
    // The picture of the task does not depend on it.
    return [];
  }
}
