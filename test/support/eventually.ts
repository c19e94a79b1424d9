/** Polls until a check passes; tests use it instead of sleeping. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * @param check throws, or returns something, when it does not hold, or does
 * @throws the last error of `check` when the time is over
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  { withinMs = 15_000, everyMs = 25 } = {},
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (thrown) {
      if (performance.now() > until) throw thrown;
      await sleep(everyMs);
    }
  }
}
