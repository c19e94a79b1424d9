/** The life of one step as data: five states, as the task's own chart has them. */
import type { EventData } from '../../shared/events/catalog.ts';
import type { LimitName, Limits } from '../../shared/events/limits.ts';
import type { PlanStep } from '../../shared/events/plan.ts';
import type { ErrorClass, Feedback, Result, ToolDeclaration } from '../../shared/events/shapes.ts';
import type { State } from '../kernel.ts';

export type StepValue = 'idle' | 'thinking' | 'acting' | 'observing' | 'terminated';

/** What the router still owes this step; only its own recorded decision takes the need away. */
export type Need =
  | 'dispatch'
  | 'action'
  | 'reason'
  | 'ask'
  | 'probe'
  | 'check'
  | 'person'
  | 'later';

type StepOutcome = 'accepted' | 'failed' | 'skipped' | 'cancelled';

type Override = { readonly tool: string; readonly params: Record<string, unknown> };

export type StepContext = {
  readonly def: PlanStep;
  readonly revision: number;
  /** Last attempt number raised. */
  readonly attempt: number;
  /** The attempt is an action whose dispatch is still to come; it keeps its number. */
  readonly acted: boolean;
  readonly dispatches: number;
  /** Calls of the handler over all attempts: the tool's retry policy counts these. */
  readonly tries: number;
  readonly checks: number;
  readonly need: Need | null;
  /** The limit that was reached, and the need that goes on once more is granted. */
  readonly held: { readonly limit: LimitName; readonly need: Need } | null;
  /** What is done again when the timer fires. */
  readonly later: {
    readonly timerId: string;
    readonly dueAt: string;
    readonly need: 'dispatch' | 'action';
  } | null;
  /** How often in a row a model was waited for. */
  readonly waits: number;
  readonly override: Override | null;
  readonly feedback: readonly Feedback[];
  readonly rejections: number;
  readonly used: Readonly<Partial<Record<ErrorClass, number>>>;
  readonly sameError: { readonly signature: string; readonly count: number };
  /** The call's outcome is unknown: nobody may call it again before that is settled (I6). */
  readonly unsettled: boolean;
  /** The last attempt that was probed: each is probed once, and then a person has to know. */
  readonly probed: number;
  readonly outcome: StepOutcome | null;
  /** As last dispatched, bindings evaluated. */
  readonly params: Record<string, unknown>;
  readonly idempotencyKey: string;
  readonly result: Result | null;
  readonly summary: string;
  readonly conclusion: string;
  readonly score: number | null;
  /** A failure that no budget covers any more, for the plan's feedback or the task's end. */
  readonly failure: Feedback | null;
};

export type StepState = State<StepValue, StepContext>;

/** What the rules of a step need to know of the world around it. */
export type Policy = { readonly declaration: ToolDeclaration | null; readonly limits: Limits };

/** The recorded events that are about one step. */
export type StepEventType =
  | 'step.dispatched'
  | 'action.requested'
  | 'reasoning.requested'
  | 'action.proposed'
  | 'action.refused'
  | 'action.rejected'
  | 'reasoning.refused'
  | 'step.executed'
  | 'step.observed'
  | 'step.outcomeUnknown'
  | 'step.probeRequested'
  | 'step.probed'
  | 'check.requested';

/** A recorded event about the step; `at` is its time, for delays that start there. */
export type About<T extends StepEventType> = T extends StepEventType
  ? {
      readonly type: T;
      readonly data: EventData<T>;
      readonly at: string;
      readonly policy: Policy;
    }
  : never;

/** Recorded events about the step, and orders that the task's rules derive from events about the task. */
export type StepFact =
  | About<StepEventType>
  | { readonly type: 'order.askPerson' }
  | { readonly type: 'order.timerFired'; readonly timerId: string }
  | { readonly type: 'order.end'; readonly outcome: StepOutcome; readonly failure: Feedback | null }
  | {
      readonly type: 'order.answered';
      readonly answer: string;
      readonly params: Record<string, unknown> | undefined;
      readonly text: string | undefined;
    };
