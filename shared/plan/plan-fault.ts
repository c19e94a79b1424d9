/** One thing that is wrong with a plan, as data: planners are told of all of them at once. */
import { Fault, type FaultCode } from '../errors.ts';

export type PlanFaultKind =
  | 'too-large'
  | 'duplicate-id'
  | 'duplicate-task-name'
  | 'steps-nodes-mismatch'
  | 'unknown-tool'
  | 'binding-invalid'
  | 'self-link'
  | 'dangling-link'
  | 'ref-to-self-or-later'
  | 'ref-out-of-range'
  | 'cycle';

export type PlanFault = {
  readonly code: FaultCode;
  readonly kind: PlanFaultKind;
  /** The step that is to blame, when it is one. */
  readonly step?: string;
  /** What is wrong, as a whole sentence. */
  readonly message: string;
  /** Where in the plan, dotted. */
  readonly path: string;
};

/** Whoever corrects a plan reads the first fault in full, and of the others what and where. */
const OTHERS_MAX = 10;

const inShort = ({ kind, step, path }: PlanFault): string =>
  step === undefined && path === 'steps' ? kind : `${kind} at ${step ?? path}`;

function alsoWrong(others: readonly PlanFault[]): string {
  const named = [...new Set(others.map(inShort))];
  if (named.length === 0) return '';
  const rest = named.length - OTHERS_MAX;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return ` Also wrong: ${named.slice(0, OTHERS_MAX).join(', ')}${more}.`;
}

/** @returns one refusal for all of them: the first as it is, the others named, so that one new plan mends all */
export function refusalOf([first, ...others]: readonly [PlanFault, ...PlanFault[]]): Fault {
  const { code, message, path } = first;
  return new Fault(code, `${message}${alsoWrong(others)}`, { path });
}

export const isFaulty = (faults: readonly PlanFault[]): faults is [PlanFault, ...PlanFault[]] =>
  faults.length > 0;
