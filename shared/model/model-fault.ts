/** Why a model gave no decision. It is recorded as `model.failed`, and told in the refusal of the request. */
import { FAULTS, Fault, type FaultCode } from '../errors.ts';
import type { FaultShape } from '../events/shapes.ts';

export type ModelCode = Extract<FaultCode, `MODEL_${string}`>;

/** What waiting may mend; all else needs a person. */
const PASSING: ReadonlySet<string> = new Set<ModelCode>([
  'MODEL_UNREACHABLE',
  'MODEL_TIMEOUT',
  'MODEL_RATE_LIMITED',
]);

export class ModelFault extends Fault {
  /** Milliseconds that the endpoint wants to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ModelCode, facts: string, retryAfterMs?: number) {
    super(code, facts);
    this.retryAfterMs = retryAfterMs;
  }
}

export const shapeOfFault = (fault: ModelFault): FaultShape => ({
  code: fault.code,
  message: fault.facts,
  retryable: PASSING.has(fault.code),
  ...(fault.retryAfterMs === undefined ? {} : { retryAfterMs: fault.retryAfterMs }),
  cure: fault.cure,
});

const isModelCode = (code: string): code is ModelCode =>
  code.startsWith('MODEL_') && Object.hasOwn(FAULTS, code);

/** The fault that somebody recorded first; a code of a newer version counts as an unusable reply. */
export const faultOfShape = ({ code, message, retryAfterMs }: FaultShape): ModelFault =>
  new ModelFault(isModelCode(code) ? code : 'MODEL_UNUSABLE', message, retryAfterMs);
