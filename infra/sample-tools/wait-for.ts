/** Waiting that ends early when the call is aborted. */
import { setTimeout as after } from 'node:timers/promises';
import { ToolError } from '../../shared/tools/define-tool.ts';

/** @throws {ToolError} `TIMEOUT` when the signal aborts before the time is over */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await after(ms, undefined, { signal });
  } catch {
    throw new ToolError({ code: 'TIMEOUT', message: 'The wait was cut off.', retryable: true });
  }
}
