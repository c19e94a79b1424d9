/** From whatever a tool threw to a classified error, and whether the effect can still have happened. */

import { isBulkheadRejectedError, TaskCancelledError } from 'cockatiel';
import type { z } from 'zod';
import type { FaultShape } from '../../shared/events/shapes.ts';
import { ToolError } from '../../shared/tools/define-tool.ts';

type ToolFault = z.infer<typeof FaultShape>;

export type Failure = {
  readonly fault: ToolFault;
  /** The call was refused before, or answered by, the tool: its effect did not happen. */
  readonly isCertain: boolean;
};

const textOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** With an open breaker the tool was not called at all. */
const isRefused = ({ fault }: ToolError): boolean => fault.code === 'BREAKER_OPEN';

/** @param timeoutMs for the message of a time-out */
export function failureOf(thrown: unknown, timeoutMs: number): Failure {
  if (thrown instanceof ToolError)
    return { fault: thrown.fault, isCertain: isRefused(thrown) || !thrown.fault.retryable };
  if (isBulkheadRejectedError(thrown)) {
    return {
      fault: {
        code: 'RATE_LIMITED',
        message: 'Too many calls of the tool are waiting.',
        retryable: true,
      },
      isCertain: true,
    };
  }
  if (thrown instanceof TaskCancelledError) {
    const message = `The tool took longer than ${timeoutMs} ms.`;
    return {
      fault: {
        code: 'TIMEOUT',
        message,
        retryable: true,
        cure: 'Raise timeoutMs of the tool, or make it faster.',
      },
      isCertain: false,
    };
  }
  return {
    fault: {
      code: 'INVALID_RESULT',
      message: `The tool threw: ${textOf(thrown)}`,
      retryable: false,
    },
    isCertain: false,
  };
}
