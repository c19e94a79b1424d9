/** What a model is told, one JSON document a purpose: the letter's fields, and the tools that are alive. */
import type { DateMention } from '../dates/date-mention.ts';
import type { PlanStep } from '../events/plan.ts';
import type { Effect, Expect, Feedback, Prior, Spec } from '../events/shapes.ts';

/** A tool as a model sees it. */
export type ToolBrief = {
  readonly name: string;
  readonly description: string;
  readonly whenToUse: string;
  readonly whenNotToUse: string;
  readonly effect: Effect;
  /** JSON Schemas; that of the result only where a plan is asked for. */
  readonly params: unknown;
  readonly result?: unknown;
};

type Clarification = { readonly question: string; readonly answer: string };

export type Questions = {
  readonly specify: {
    readonly goal: string;
    readonly input: Readonly<Record<string, unknown>>;
    /** What the user was asked before, and said. */
    readonly answers: readonly Clarification[];
    readonly tools: readonly ToolBrief[];
    /** ISO instant and IANA zone of the submission. */
    readonly now: string;
    readonly timeZone: string;
    /** Every date that the goal and the answers mention, resolved by rule. */
    readonly dates: readonly DateMention[];
  };
  readonly plan: {
    readonly spec: Spec;
    readonly tools: readonly ToolBrief[];
    /** Accepted results of earlier revisions, by step id: they are kept, and may be read. */
    readonly accepted: Prior;
    /** Step ids that are taken. */
    readonly taken: readonly string[];
    /** What was wrong with earlier plans, or what failed in them. */
    readonly feedback: readonly Feedback[];
    readonly stepsMax: number;
    readonly now: string;
    readonly timeZone: string;
  };
  readonly act: {
    readonly spec: Spec;
    readonly step: PlanStep;
    readonly tools: readonly ToolBrief[];
    readonly results: Prior;
    /** Each with the call that was rejected. */
    readonly feedback: readonly Feedback[];
  };
  readonly reason: {
    readonly spec: Spec;
    readonly step: PlanStep;
    /** What the result will be checked for, as JSONata over `{ data, results, spec }`. */
    readonly expect: readonly Expect[];
    readonly results: Prior;
    readonly feedback: readonly Feedback[];
  };
  readonly answer: {
    readonly spec: Spec;
    readonly results: Prior;
    readonly answerSchema?: Readonly<Record<string, unknown>>;
    readonly feedback: readonly Feedback[];
  };
};
