/**
 * Who corrects what: the routing table of DESIGN.md section 6, as data. Each error class has one owner and
 * one budget, so retries never multiply; `otherwise` is the class it becomes when its budget is used up.
 */
import type { ErrorClass } from '../shared/events/shapes.ts';

export type Remedy =
  /** Planner: new parameters, or another tool. */
  | 'action'
  /** Executor: the same call again. */
  | 'again'
  /** Executor: later, or with the tool declared as fallback. */
  | 'later'
  /** Observer: the same check again. */
  | 'check'
  /** Executor: find out what became of the call. */
  | 'probe'
  /** Planner: a new plan, from what is accepted. */
  | 'plan'
  | 'person'
  /** The user, with the reason; the task ends. */
  | 'end';

export type Route = {
  readonly remedy: Remedy;
  /** How often per step; the plan's budget is the task's limit `replans`. */
  readonly budget: number;
  readonly otherwise: ErrorClass | 'person' | 'end';
  /** A call that may not run twice cannot be repeated: what is done instead. */
  readonly whenOnce?: Remedy;
};

const UNBOUNDED = Number.MAX_SAFE_INTEGER;

export const ROUTES: Readonly<Record<ErrorClass, Route>> = {
  parameter: { remedy: 'action', budget: 3, otherwise: 'plan' },
  tool: { remedy: 'action', budget: 2, otherwise: 'plan' },
  result: { remedy: 'again', budget: 2, otherwise: 'tool', whenOnce: 'probe' },
  conflict: { remedy: 'again', budget: 1, otherwise: 'person', whenOnce: 'person' },
  plan: { remedy: 'plan', budget: UNBOUNDED, otherwise: 'end' },
  transient: { remedy: 'later', budget: UNBOUNDED, otherwise: 'tool' },
  validator: { remedy: 'check', budget: 3, otherwise: 'person' },
  unknownOutcome: { remedy: 'probe', budget: UNBOUNDED, otherwise: 'person' },
  infeasible: { remedy: 'end', budget: UNBOUNDED, otherwise: 'end' },
};

/** So many rejected verdicts on one step, of whatever class, and a person decides. */
export const REJECTIONS_MAX = 3;
