/** A plan as data: what a submitter gives and what `plan.proposed` carries (DESIGN.md section 6, Plan). */
import { z } from 'zod';
import { StepId, ToolName } from './names.ts';
import { Expect } from './shapes.ts';

const id = z.union([StepId, z.number().int().min(0).transform(String)]);

const expectInput = z.union([
  z.string().transform((test): Expect => ({ rule: test.slice(0, 100), test, layer: 'semantics' })),
  Expect.extend({ layer: Expect.shape.layer.default('semantics') }),
]);

const descriptionLimit = 1_000;

/** One atomic step of one tool; a step without a tool is reasoning, or asks a person (`kind: ask`). */
export const PlanStep = z.object({
  id: StepId,
  kind: z.literal('ask').optional(),
  subtask: z.string().optional(),
  description: z.string(),
  tool: ToolName.nullable(),
  params: z.record(z.string(), z.unknown()),
  dependsOn: z.array(StepId),
  expect: z.array(Expect),
  intent: z.string(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** A step as people and models write it; whatever may be left out is filled in. */
export const PlanStepInput = z
  .strictObject({
    id,
    kind: z.literal('ask').optional(),
    subtask: z.string().max(200).optional(),
    description: z.string().max(descriptionLimit).default(''),
    tool: ToolName.nullable().default(null),
    params: z.record(z.string(), z.unknown()).default({}),
    dependsOn: z.array(id).default([]),
    expect: z.array(expectInput).default([]),
    intent: z.string().max(descriptionLimit).default(''),
  })
  .transform((step): PlanStep => {
    const { kind, subtask, ...rest } = step;
    return {
      ...rest,
      ...(kind === undefined ? {} : { kind }),
      ...(subtask === undefined ? {} : { subtask }),
    };
  });

/** A given plan as events carry it, everything filled in. */
export const GivenPlan = z.object({ goal: z.string().optional(), steps: z.array(PlanStep) });

/** A given plan as a submitter writes it: `{ goal?, steps: [...] }`. */
export const PlanInput = z.strictObject({
  goal: z.string().max(4_000).optional(),
  steps: z.array(PlanStepInput).min(1, 'a plan has at least one step'),
});
export type PlanInput = z.infer<typeof PlanInput>;
