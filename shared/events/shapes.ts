/** Payload parts that several events share (WIRE.md section 2). Types are inferred from the schemas. */
import { z } from 'zod';
import { PoolName, StepId, ToolName } from './names.ts';

const count = z.number().int().min(0);

export const ERROR_CLASSES = [
  'parameter',
  'tool',
  'result',
  'conflict',
  'plan',
  'transient',
  'validator',
  'unknownOutcome',
  'infeasible',
] as const;
export const ErrorClass = z.enum(ERROR_CLASSES);
export type ErrorClass = z.infer<typeof ErrorClass>;

/** One attempt of one step of one plan revision. */
export const Ref = z.object({
  revision: count,
  stepId: StepId,
  attempt: z.number().int().min(1),
});
export type Ref = z.infer<typeof Ref>;

/** What went wrong, for a machine (`code`) and for a person (`message`, `cure`). */
export const FaultShape = z.object({
  code: z.string().min(1),
  message: z.string(),
  path: z.string().optional(),
  retryable: z.boolean(),
  retryAfterMs: z.number().min(0).optional(),
  cure: z.string().optional(),
  class: ErrorClass.optional(),
});
export type FaultShape = z.infer<typeof FaultShape>;

export const Result = z.object({
  status: z.enum(['success', 'error']),
  data: z.unknown(),
  error: FaultShape.nullable(),
});
export type Result = z.infer<typeof Result>;

/** A large payload's place in the object store; the object is confirmed there before the event is. */
export const BlobRef = z.object({ $blob: z.string(), size: count, summary: z.string() });
export type BlobRef = z.infer<typeof BlobRef>;

const PriorEntry = z.object({
  tool: z.string().nullable(),
  params: z.unknown(),
  summary: z.string(),
  conclusion: z.string(),
  data: z.unknown().optional(),
});

/** Accepted results by step id. */
export const Prior = z.record(z.string(), PriorEntry);
export type Prior = z.infer<typeof Prior>;

export const Evidence = z.object({ rule: z.string(), ok: z.boolean(), detail: z.string() });
export type Evidence = z.infer<typeof Evidence>;

export const Feedback = z.object({
  class: ErrorClass,
  code: z.string(),
  message: z.string(),
  cure: z.string().optional(),
  rejected: z.object({ tool: z.string().nullable(), params: z.unknown() }).optional(),
  evidence: z.array(Evidence),
});
export type Feedback = z.infer<typeof Feedback>;

/** Integer thousandths: all scores in events are. The three shares add up to 1000. */
export const Weights = z.strictObject({
  syntax: count.max(1000),
  semantics: count.max(1000),
  consistency: count.max(1000),
  threshold: count.max(1000),
});
export type Weights = z.infer<typeof Weights>;

/** S(r) = 0.2 syn + 0.5 sem + 0.3 con, accepted from 0.8 (DESIGN.md section 6, Verdict). */
export const DEFAULT_WEIGHTS: Weights = {
  syntax: 200,
  semantics: 500,
  consistency: 300,
  threshold: 800,
};

/**
 * A check of a result as data, so that it travels in the letter (I5) and can be replayed. `test` is a
 * JSONata expression over `{ params, data, results, spec }` that must yield `true`.
 */
export const Expect = z.object({
  rule: z.string().min(1).max(100),
  test: z.string().min(1).max(2_000),
  layer: z.enum(['semantics', 'consistency']),
  class: ErrorClass.optional(),
  message: z.string().max(500).optional(),
});
export type Expect = z.infer<typeof Expect>;

export const Spec = z.object({
  goal: z.string(),
  constraints: z.array(
    z.object({ id: z.string(), text: z.string(), check: z.string().optional() }),
  ),
  context: z.string(),
  requiredTools: z.array(z.string()),
  language: z.string(),
});
export type Spec = z.infer<typeof Spec>;

export const Usage = z.object({
  inputTokens: count,
  outputTokens: count,
  costUsd: z.number().min(0),
});
export type Usage = z.infer<typeof Usage>;

export const Spent = Usage.extend({ calls: count });
export type Spent = z.infer<typeof Spent>;

export const NOTHING_SPENT: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** What a letter's reader may still spend; allowances that are out count as spent. */
export const Allowance = z.object({
  modelCalls: count,
  tokens: count,
  costUsd: z.number().min(0),
  tries: count,
});
export type Allowance = z.infer<typeof Allowance>;

export const Counts = z.object({
  accepted: count,
  failed: count,
  skipped: count,
  cancelled: count,
  total: count,
});
export type Counts = z.infer<typeof Counts>;

const EFFECTS = ['read', 'idempotent', 'once'] as const;
export const Effect = z.enum(EFFECTS);
export type Effect = z.infer<typeof Effect>;

export const RetryPolicy = z.object({
  tries: z.number().int().min(1),
  backoffMs: count,
  maxBackoffMs: count,
});
export type RetryPolicy = z.infer<typeof RetryPolicy>;

/** A tool as the plan records it, so that nobody has to ask again what it was (I3, I5). */
export const ToolDeclaration = z.object({
  name: ToolName,
  version: z.string(),
  schemaHash: z.string(),
  pool: PoolName,
  effect: Effect,
  timeoutMs: z.number().int().min(1),
  retry: RetryPolicy,
  approval: z.enum(['never', 'once', 'always']),
  probe: z.boolean(),
  fallback: z.string().nullable(),
  volatile: z.array(z.string()),
  polling: z.boolean(),
  loss: z.number().min(0),
  breaker: z.enum(['closed', 'open']),
  checks: z.array(Expect),
  resultSchema: z.unknown(),
  paramsSchema: z.unknown(),
  emptyIsSuccess: z.boolean(),
  summary: z.string().nullable(),
});
export type ToolDeclaration = z.infer<typeof ToolDeclaration>;
