/** Letters to the planner and what it answers. */
import { z } from 'zod';
import { Limits } from './limits.ts';
import { StepId, ToolName } from './names.ts';
import { GivenPlan, PlanStep } from './plan.ts';
import {
  Allowance,
  ERROR_CLASSES,
  Expect,
  Feedback,
  Prior,
  Ref,
  Spec,
  Spent,
  ToolDeclaration,
  Weights,
} from './shapes.ts';
import { Mode } from './submission.ts';

const count = z.number().int().min(0);
/** `model`: nothing was decided, because no model gave a usable reply; it is asked again later. */
const RefusalClass = z.enum([...ERROR_CLASSES, 'model']);
const refused = {
  class: RefusalClass,
  code: z.string(),
  reason: z.string(),
  cure: z.string(),
  spent: Spent,
};
const results = Prior;
const feedback = z.array(Feedback);
const allowance = Allowance;

export const PLANNER_EVENTS = {
  'plan.requested': {
    routes: ['router>planner'],
    data: z.object({
      revision: count,
      goal: z.string(),
      mode: Mode,
      limits: Limits,
      input: z.record(z.string(), z.unknown()),
      answers: z.array(z.object({ question: z.string(), answer: z.string() })),
      tools: z.array(ToolName).optional(),
      now: z.iso.datetime(),
      timeZone: z.string(),
      spec: Spec.optional(),
      given: GivenPlan.optional(),
      accepted: Prior,
      /** Step ids of all earlier revisions: none may be used again. */
      taken: z.array(StepId).optional(),
      feedback,
      allowance,
    }),
  },
  'action.requested': {
    routes: ['router>planner'],
    data: Ref.extend({
      spec: Spec,
      step: PlanStep,
      /** The tools that the task may use; all when left out. */
      tools: z.array(ToolName).optional(),
      results,
      feedback,
      allowance,
    }),
  },
  'reasoning.requested': {
    routes: ['router>planner'],
    data: Ref.extend({
      spec: Spec,
      step: PlanStep,
      expect: z.array(Expect),
      results,
      weights: Weights,
      feedback,
      allowance,
    }),
  },
  'decision.requested': {
    routes: ['router>planner'],
    data: z.object({ turn: count, spec: Spec, results, feedback, allowance }),
  },
  'answer.requested': {
    routes: ['router>planner'],
    data: z.object({
      round: count,
      spec: Spec,
      results,
      weights: Weights,
      answerSchema: z.record(z.string(), z.unknown()).optional(),
      given: z.boolean(),
      lastSteps: z.array(z.string()),
      feedback,
      allowance,
    }),
  },
  'plan.proposed': {
    routes: ['planner>router'],
    data: z.object({
      revision: count,
      mode: Mode,
      spec: Spec,
      steps: z.array(PlanStep),
      candidates: z.array(
        z.object({
          hash: z.string(),
          j: z.number(),
          cost: z.number(),
          dependency: z.number(),
          risk: z.number(),
        }),
      ),
      chosen: count,
      tools: z.array(ToolDeclaration),
      spent: Spent,
    }),
  },
  'plan.refused': {
    routes: ['planner>router'],
    data: z.object({
      revision: count,
      ...refused,
      class: z.enum(['infeasible', 'clarify', 'plan', 'model']),
      questions: z.array(z.string()),
    }),
  },
  'action.proposed': {
    routes: ['planner>router'],
    data: Ref.extend({
      tool: ToolName,
      declaration: ToolDeclaration,
      params: z.record(z.string(), z.unknown()),
      why: z.string(),
      spent: Spent,
    }),
  },
  'action.refused': { routes: ['planner>router'], data: Ref.extend(refused) },
  'reasoning.refused': { routes: ['planner>router'], data: Ref.extend(refused) },
  'decision.proposed': {
    routes: ['planner>router'],
    data: z.object({
      turn: count,
      do: z.enum(['call', 'finish']),
      tool: ToolName.optional(),
      declaration: ToolDeclaration.optional(),
      params: z.record(z.string(), z.unknown()).optional(),
      why: z.string(),
      spent: Spent,
    }),
  },
  'decision.refused': { routes: ['planner>router'], data: z.object({ turn: count, ...refused }) },
  'answer.proposed': {
    routes: ['planner>observer'],
    data: z.object({
      round: count,
      spec: Spec,
      results,
      weights: Weights,
      answerSchema: z.record(z.string(), z.unknown()).optional(),
      text: z.string(),
      data: z.unknown(),
      covers: z.array(z.object({ of: z.string(), stepIds: z.array(z.string()) })),
      /** Figures that no result holds: the JSONata rule over `{ results, spec }`, and what it yields. */
      computed: z.array(z.object({ rule: z.string(), value: z.unknown() })).optional(),
      spent: Spent,
    }),
  },
  'answer.refused': { routes: ['planner>router'], data: z.object({ round: count, ...refused }) },
} as const;
