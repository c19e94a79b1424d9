/**
 * What a model may answer, one schema a purpose. Each has a `refused` branch, so that a model which does not
 * know can say so instead of guessing. All of them are validated here, whatever the endpoint promised.
 */
import { z } from 'zod';
import { StepId, ToolName } from '../events/names.ts';
import { PlanStepInput } from '../events/plan.ts';
import { Spec } from '../events/shapes.ts';

export const Refused = z.object({
  /** Why, for a person. */
  refused: z.string().min(1).max(2_000),
  cure: z.string().max(2_000).default(''),
});
export type Refused = z.infer<typeof Refused>;

/** A question means that an essential is missing or contradictory: nothing is guessed. */
export const SpecReply = Spec.extend({
  goal: z.string().min(1).max(4_000),
  constraints: Spec.shape.constraints.max(40),
  questions: z.array(z.string().min(1).max(500)).max(5).default([]),
});
export type SpecReply = z.infer<typeof SpecReply>;

export const PlanReply = z.object({
  steps: z.array(PlanStepInput).min(1, 'a plan has at least one step').max(1_000),
});
export type PlanReply = z.infer<typeof PlanReply>;

/** One decision: this tool, with these parameters; the parameters may hold bindings. */
export const ActReply = z.object({
  tool: ToolName,
  params: z.record(z.string(), z.unknown()),
  why: z.string().max(1_000),
});
export type ActReply = z.infer<typeof ActReply>;

/** The result of a step of reasoning: `{ text, …data }`; later steps read it by field. */
export const ReasonReply = z.object({
  text: z.string().min(1).max(20_000),
  data: z.record(z.string(), z.unknown()).default({}),
});
export type ReasonReply = z.infer<typeof ReasonReply>;

export const AnswerReply = z.object({
  text: z.string().min(1).max(20_000),
  data: z.unknown().default(null),
  covers: z
    .array(z.object({ of: z.string().min(1).max(200), stepIds: z.array(StepId).max(200) }))
    .min(1)
    .max(60),
  /** JSONata over `{ results, spec }` for each figure that no result holds but that follows from them. */
  computed: z.array(z.string().min(1).max(500)).max(20).default([]),
});
export type AnswerReply = z.infer<typeof AnswerReply>;
