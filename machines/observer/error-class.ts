/** Which class an error code belongs to (WIRE.md section 3). A tool may name the class itself. */
import type { z } from 'zod';
import type { ErrorClass, FaultShape } from '../../shared/events/shapes.ts';

const CLASS_OF_CODE: Readonly<Record<string, ErrorClass>> = {
  INVALID_PARAMS: 'parameter',
  NOT_FOUND: 'parameter',
  SOLD_OUT: 'parameter',
  UNKNOWN_TOOL: 'tool',
  TOOL_GONE: 'tool',
  DENIED: 'tool',
  INVALID_RESULT: 'tool',
  TIMEOUT: 'transient',
  RATE_LIMITED: 'transient',
  UNAVAILABLE: 'transient',
  BREAKER_OPEN: 'transient',
  UNKNOWN_OUTCOME: 'unknownOutcome',
  VALIDATOR_DOWN: 'validator',
};

/** Codes that are not in the table: worth another try if the tool says so, else the wrong tool. */
export const classOfError = (error: z.infer<typeof FaultShape>): ErrorClass =>
  error.class ?? CLASS_OF_CODE[error.code] ?? (error.retryable ? 'transient' : 'tool');
