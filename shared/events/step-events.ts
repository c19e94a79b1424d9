/** The life of one step: dispatched, claimed, tried, executed, observed; and the answer's verdict. */
import { z } from 'zod';
import { PoolName, ToolName } from './names.ts';
import {
  Effect,
  ErrorClass,
  Evidence,
  Expect,
  FaultShape,
  Feedback,
  Prior,
  Ref,
  Result,
  RetryPolicy,
  Spec,
  Spent,
  Weights,
} from './shapes.ts';

const count = z.number().int().min(0);
const moment = z.iso.datetime();

/** All that an executor and an observer need to know of one call (I5). */
const Call = Ref.extend({
  tool: ToolName.nullable(),
  toolVersion: z.string(),
  pool: PoolName,
  params: z.record(z.string(), z.unknown()),
  bindings: z.record(z.string(), z.unknown()),
  effect: Effect,
  idempotencyKey: z.string(),
  timeoutMs: z.number().int().min(1),
  retry: RetryPolicy,
  deadlineAt: moment,
  intent: z.string(),
  expect: z.array(Expect),
  resultSchema: z.unknown(),
  emptyIsSuccess: z.boolean(),
  /** Dotted paths of result fields that change with every call. */
  volatile: z.array(z.string()),
  polling: z.boolean(),
  summary: z.string().nullable(),
  spec: Spec,
  results: Prior,
  weights: Weights,
});

const StepExecuted = z.object({
  call: Call,
  result: Result,
  tries: count,
  startedAt: moment,
  endedAt: moment,
  spent: Spent,
});

export const Layer = z.object({
  layer: z.enum(['syntax', 'semantics', 'consistency']),
  score: count.max(1000),
  evidence: z.array(Evidence),
});
export type Layer = z.infer<typeof Layer>;

export const STEP_EVENTS = {
  'step.dispatched': { routes: ['router>executor'], data: Call },
  'step.claimed': {
    routes: ['executor>claim'],
    data: Ref.extend({
      idempotencyKey: z.string(),
      claimant: z.string(),
      instance: z.string(),
      delivery: count,
    }),
  },
  'step.outcomeUnknown': {
    routes: ['executor>router'],
    data: Ref.extend({ idempotencyKey: z.string(), claimant: z.string() }),
  },
  'step.attemptFailed': {
    routes: ['executor>log'],
    data: Ref.extend({ try: count, error: FaultShape, nextTryAt: moment.nullable() }),
  },
  'step.executed': { routes: ['executor>observer', 'planner>observer'], data: StepExecuted },
  'step.observed': {
    routes: ['observer>router'],
    data: Ref.extend({
      check: count,
      accepted: z.boolean(),
      score: count.max(1000),
      layers: z.array(Layer),
      weights: Weights,
      judgedBy: z.enum(['rules', 'model']),
      class: ErrorClass.optional(),
      feedback: Feedback.optional(),
      tool: ToolName.nullable(),
      params: z.record(z.string(), z.unknown()),
      result: Result,
      /** Calls of the handler that this result took; the router counts them over all attempts. */
      tries: count,
      summary: z.string(),
      conclusion: z.string(),
      spent: Spent,
    }),
  },
  'answer.observed': {
    routes: ['observer>router'],
    data: z.object({
      round: count,
      check: count,
      accepted: z.boolean(),
      text: z.string(),
      data: z.unknown(),
      covers: z.array(z.object({ of: z.string(), stepIds: z.array(z.string()) })),
      missing: z.array(z.string()),
      ungrounded: z.array(z.string()),
      calledTools: z.array(z.string()),
      feedback: Feedback.optional(),
      spent: Spent,
    }),
  },
  'check.requested': {
    routes: ['router>observer'],
    data: z.object({
      ref: Ref.optional(),
      round: count.optional(),
      check: count,
      of: z.record(z.string(), z.unknown()),
    }),
  },
  'action.rejected': {
    routes: ['router>log'],
    data: Ref.extend({ feedback: Feedback }),
  },
  'step.probeRequested': {
    routes: ['router>executor'],
    data: Ref.extend({
      tool: ToolName,
      params: z.record(z.string(), z.unknown()),
      idempotencyKey: z.string(),
      timeoutMs: z.number().int().min(1),
    }),
  },
  'step.probed': {
    routes: ['executor>router'],
    data: Ref.extend({
      outcome: z.enum(['happened', 'absent', 'unknown']),
      result: Result.optional(),
    }),
  },
} as const;
