/** The state of one task, as the router folds it. Steps are data here, each moved by the step chart. */
import type { EventData, EventOf, EventType } from '../../shared/events/catalog.ts';
import type { LimitName, Limits } from '../../shared/events/limits.ts';
import type { Feedback, Ref, Spec, Spent, ToolDeclaration } from '../../shared/events/shapes.ts';
import type { State } from '../kernel.ts';
import type { StepState } from '../step/step-state.ts';

export type TaskValue = 'idle' | 'thinking' | 'acting' | 'observing' | 'waiting' | 'terminated';

type Submitted = EventData<'task.submitted'>;

/** `owed` until the router's own letter is in the log, `sent` until the answer is; `later` waits for a timer. */
type Exchange = 'none' | 'owed' | 'sent' | 'later' | 'done';

/** A letter that goes out again when its timer fires. */
type Wait = { readonly timerId: string; readonly dueAt: string };

type PlanState = {
  readonly revision: number;
  readonly stage: Exchange;
  /** A plan was proposed that the client has not been told of. */
  readonly unannounced: boolean;
  readonly feedback: readonly Feedback[];
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
  /** What the planner has to know from the user; it waits its turn to be asked, as the steps' questions do. */
  readonly asks: string | null;
  readonly replans: number;
  /** Proposals in a row that were no plan. */
  readonly refusals: number;
  /** The model could not be had: when it is asked again, and how often it was waited for in a row. */
  readonly later: Wait | null;
  readonly waits: number;
  readonly j: number;
};

type AnswerState = {
  readonly round: number;
  readonly stage: Exchange;
  /** Why earlier answers were refused, one entry each. */
  readonly feedback: readonly Feedback[];
  readonly later: Wait | null;
  readonly waits: number;
};

type RequestKind = EventData<'human.requested'>['kind'];

/** A question to a person; one is open at a time, the rest wait as needs of their steps. */
export type Request = {
  readonly number: number;
  readonly stage: 'owed' | 'sent';
  readonly kind: RequestKind;
  readonly question: string;
  readonly answers: readonly string[];
  readonly fallback: string;
  readonly ref: Ref | null;
  readonly limit: LimitName | null;
  readonly askedAt: string | null;
};

export type Deadline = {
  /** Counts re-armings: a wait that ended, a grant. */
  readonly number: number;
  /** ISO instant; moved by the time that people took. */
  readonly dueAt: string;
};

/** A limit that was reached and has still to be told; `scope` is the step it is about. */
type ReachedLimit = {
  readonly limit: LimitName;
  readonly scope: string | null;
  readonly value: number;
  readonly max: number;
};

export type End =
  | { readonly type: 'task.completed'; readonly answer: string; readonly data: unknown }
  | {
      readonly type: 'task.failed';
      readonly class: string;
      readonly code: string;
      readonly reason: string;
      readonly cure: string;
    }
  | { readonly type: 'task.cancelled'; readonly reason: string; readonly by: string };

export type TaskContext = {
  /** Where the facts leave the task; the chart follows it. */
  readonly phase: TaskValue;
  readonly submitted: Omit<Submitted, 'limits'> | null;
  readonly limits: Limits;
  readonly grants: Readonly<Partial<Record<LimitName, number>>>;
  readonly plan: PlanState;
  readonly spec: Spec | null;
  readonly declarations: Readonly<Record<string, ToolDeclaration>>;
  readonly steps: readonly StepState[];
  /** Positions of the steps that wait for the one at this position. */
  readonly dependents: readonly (readonly number[])[];
  /** Dependencies not accepted yet, by position. */
  readonly blockers: readonly number[];
  readonly started: number;
  readonly answer: AnswerState;
  readonly request: Request | null;
  readonly requests: number;
  readonly deadline: Deadline | null;
  readonly reached: ReachedLimit | null;
  readonly spent: Spent;
  readonly paused: boolean;
  readonly pauses: number;
  readonly stalled: string | null;
  readonly end: End | null;
  readonly ended: End['type'] | null;
};

export type TaskState = State<TaskValue, TaskContext>;

/** The types that the router folds: its inbox and its own decisions. */
export const TASK_FACTS = [
  'task.submitted',
  'task.forked',
  'task.cancelRequested',
  'task.pauseRequested',
  'task.resumeRequested',
  'limit.extended',
  'human.answered',
  'timer.fired',
  'plan.requested',
  'plan.proposed',
  'plan.refused',
  'action.requested',
  'action.proposed',
  'action.refused',
  'action.rejected',
  'reasoning.requested',
  'reasoning.refused',
  'step.dispatched',
  'step.executed',
  'step.observed',
  'step.outcomeUnknown',
  'step.probeRequested',
  'step.probed',
  'check.requested',
  'answer.requested',
  'answer.refused',
  'answer.observed',
  'human.requested',
  'limit.reached',
  'task.adopted',
  'task.planned',
  'task.completed',
  'task.failed',
  'task.cancelled',
  'role.failed',
] as const satisfies readonly EventType[];

/** Of an event, the machine sees what was said and when: never sequences, ids or traces. */
export type TaskFact = {
  [T in (typeof TASK_FACTS)[number]]: {
    readonly type: T;
    readonly at: string;
    readonly data: EventOf<T>['data'];
  };
}[(typeof TASK_FACTS)[number]];

export type FactOf<T extends TaskFact['type']> = Extract<TaskFact, { type: T }>;
