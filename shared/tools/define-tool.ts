/**
 * `defineTool`: how a tool is written. Parameters and result are zod schemas, from which the handler's
 * types, the checks before and after the call, and the announced JSON Schemas all come. What an observer
 * needs of a tool (`checks`, `summary`) is data, so that it travels in the letter (I5).
 */
import { z } from 'zod';
import { Fault } from '../errors.ts';
import { PoolName, ToolName } from '../events/names.ts';
import { describeIssues } from '../events/parse-event.ts';
import { Effect, Expect, FaultShape, type Result } from '../events/shapes.ts';

/** What a handler is given. `signal` aborts at the time-out and when the task ends. */
export type ToolContext<Params> = {
  readonly params: Params;
  readonly signal: AbortSignal;
  /** The same for every call that means the same effect; hand it to the service that you call. */
  readonly idempotencyKey: string;
  readonly log: (message: string) => void;
  /** Tells watchers how far the call is; `share` is 0 to 1. Not stored. */
  readonly progress: (share: number, note?: string) => void;
};

type ToolFault = Partial<z.infer<typeof FaultShape>> & { code: string; message: string };

/** What a tool throws to say exactly what went wrong; any other throw is an INVALID_RESULT. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly fault: z.infer<typeof FaultShape>;

  /**
   * @param said `{ code, message, retryable?, retryAfterMs?, cure?, class? }`, or the code alone
   * @param message when only the code was given
   */
  constructor(said: ToolFault | string, message = '') {
    const given = typeof said === 'string' ? { code: said, message } : said;
    const parsed = FaultShape.safeParse({ retryable: false, ...given });
    // What says nothing usable is still an error of the tool, and must not break whoever records it.
    const fault = parsed.data ?? {
      code: 'TOOL_FAILED',
      message: `The tool threw a ToolError of another form: ${JSON.stringify(given) ?? 'nothing'}`,
      retryable: false,
    };
    super(fault.message);
    this.fault = fault;
  }
}

/** What a probe finds out about a call whose outcome is unknown. */
export type Probed = {
  readonly outcome: 'happened' | 'absent' | 'unknown';
  readonly result?: z.infer<typeof Result>;
};

const Traits = z.strictObject({
  name: ToolName,
  version: z.string().default('1'),
  description: z.string().min(1),
  whenToUse: z.string().default(''),
  whenNotToUse: z.string().default(''),
  effect: Effect,
  /** Milliseconds that one try may take. */
  timeoutMs: z.number().int().min(1).max(86_400_000).default(3_000),
  retry: z
    .strictObject({
      tries: z.number().int().min(1).max(10).default(3),
      backoffMs: z.number().int().min(0).default(100),
      maxBackoffMs: z.number().int().min(0).default(1_000),
    })
    .prefault({}),
  /** Failures in a row that open the breaker, and how long it stays open. */
  breaker: z
    .strictObject({
      failures: z.number().int().min(1).default(3),
      openMs: z.number().int().min(1).default(10_000),
    })
    .prefault({}),
  /** Calls at once in one executor; the rest wait. */
  concurrency: z.number().int().min(1).max(1_000).default(100),
  /** Declared price of a call in US dollars (C of the plan's cost). */
  cost: z.number().min(0).default(0),
  /** Declared loss of a failed call in US dollars (R of the plan's cost). */
  loss: z.number().min(0).default(0),
  pool: PoolName.default('default'),
  emptyIsSuccess: z.boolean().default(false),
  /** Dotted paths of result fields that change with every call. */
  volatile: z.array(z.string()).default([]),
  polling: z.boolean().default(false),
  approval: z.enum(['never', 'once', 'always']).default('never'),
  fallback: ToolName.nullable().default(null),
  /** Checks of a result, as data; see `Expect`. */
  checks: z.array(Expect).default([]),
  /** JSONata over `{ params, data }` that yields at most 200 characters. */
  summary: z.string().nullable().default(null),
});

export type ToolTraits = z.infer<typeof Traits>;

const TOOL = Symbol.for('loopwright.tool');

/** A tool as the executor runs it: traits, schemas, and code that takes unknown input. */
export type Tool = ToolTraits & {
  readonly [TOOL]: true;
  readonly params: z.ZodType;
  readonly result: z.ZodType;
  /** Extra rules about parameters that a schema cannot say; a string is the reason to refuse. */
  readonly checkParams: (params: unknown) => string | null | Promise<string | null>;
  readonly handler: (context: ToolContext<unknown>) => Promise<unknown>;
  readonly probe: ((context: ToolContext<unknown>) => Promise<Probed>) | null;
};

export type ToolDefinition<P extends z.ZodType, R extends z.ZodType> = z.input<typeof Traits> & {
  readonly params: P;
  readonly result: R;
  readonly checkParams?: (params: z.output<P>) => string | null | Promise<string | null>;
  readonly handler: (context: ToolContext<z.output<P>>) => Promise<z.input<R>>;
  readonly probe?: (context: ToolContext<z.output<P>>) => Promise<Probed>;
};

/**
 * Defines a tool, typed from its schemas.
 *
 * @throws {Fault} `TOOL_INVALID` when a trait is missing or out of range
 */
export function defineTool<P extends z.ZodType, R extends z.ZodType>(
  definition: ToolDefinition<P, R>,
): Tool {
  const { params, result, checkParams, handler, probe, ...given } = definition;
  const traits = Traits.safeParse(given);
  if (!traits.success) {
    const name = String((given as { name?: unknown }).name);
    throw new Fault('TOOL_INVALID', `Tool ${name}: ${describeIssues(traits.error)}.`);
  }
  return {
    ...traits.data,
    [TOOL]: true,
    params,
    result,
    checkParams: (checkParams ?? (() => null)) as Tool['checkParams'],
    handler: handler as Tool['handler'],
    probe: (probe as Tool['probe'] | undefined) ?? null,
  };
}

/** True for what `defineTool` returned, from whichever copy of this module. */
export const isTool = (value: unknown): value is Tool =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[TOOL] === true;
