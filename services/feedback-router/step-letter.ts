/**
 * The letter that starts a call. Bindings are evaluated here, outside the machine, and recorded with their
 * values; what they cannot fill, or what does not fit the tool's schema, goes back to the planner instead.
 */

import { ROUTES } from '../../machines/routing-table.ts';
import type { StepState } from '../../machines/step/step-state.ts';
import type { Owed } from '../../machines/task/outstanding.ts';
import { toolOf } from '../../machines/task/step-facts.ts';
import { positionOf } from '../../machines/task/step-index.ts';
import type { TaskContext } from '../../machines/task/task-state.ts';
import {
  type Bound,
  evaluateBindings,
  isLiteral,
  referencesOf,
} from '../../shared/bindings/bindings.ts';
import { safeJsonata } from '../../shared/bindings/safe-jsonata.ts';
import { canonicalHash } from '../../shared/canonical-json.ts';
import { Fault, type FaultCode, toFault } from '../../shared/errors.ts';
import { attemptKey } from '../../shared/events/event-id.ts';
import type { Draft } from '../../shared/events/new-event.ts';
import {
  DEFAULT_WEIGHTS,
  type Feedback,
  type Ref,
  type ToolDeclaration,
  type Weights,
} from '../../shared/events/shapes.ts';
import { mismatch } from '../../shared/json-schema/schema-mismatch.ts';
import type { BlobStore } from '../../shared/log/blob-store.ts';
import { constraintExpects } from '../../shared/plan/constraint-expects.ts';
import { allowanceOf } from './allowance.ts';
import { resultsFor } from './letter-results.ts';

type Dispatch = Extract<Owed, { ref: Ref }>;

/** Data of the results that the parameters read, large ones fetched. */
async function readable(
  context: TaskContext,
  step: StepState,
  blobs: BlobStore,
): Promise<Record<string, unknown>> {
  const { picked, roots } = referencesOf(paramsOf(step));
  const names = [...new Set([...picked, ...roots])];
  const entries = await Promise.all(
    names.map(async (id) => {
      const result = context.steps[positionOf(context, id)]?.context;
      return result?.outcome === 'accepted' ? [[id, await blobs.inline(result.result?.data)]] : [];
    }),
  );
  return Object.fromEntries(entries.flat()) as Record<string, unknown>;
}

const paramsOf = ({ context }: StepState): Record<string, unknown> =>
  context.override?.params ?? context.def.params;

async function boundParams(
  context: TaskContext,
  step: StepState,
  declaration: ToolDeclaration,
  blobs: BlobStore,
): Promise<Bound> {
  const params = paramsOf(step);
  if (isLiteral(params) && step.context.override === null) return { params, bindings: {} };
  const bound = await evaluateBindings(params, await readable(context, step, blobs));
  const wrong = mismatch(declaration.paramsSchema, bound.params);
  if (wrong !== null)
    throw new Fault('BINDING_INVALID', `The parameters do not fit ${declaration.name}: ${wrong}.`);
  return bound;
}

/**
 * An effect cannot be taken back, so what the specification says about its parameters is asked before the call;
 * a read is harmless, and the observer judges it.
 *
 * @throws {Fault} `CONSTRAINT_BROKEN`, naming the constraints
 */
async function keepConstraints(
  context: TaskContext,
  { name: tool, effect }: ToolDeclaration,
  params: Record<string, unknown>,
): Promise<void> {
  if (effect === 'read') return;
  const spec = specOf(context);
  const input = { tool, params, spec };
  const broken: string[] = [];
  for (const { test, message = test } of constraintExpects(spec).onParams) {
    if ((await safeJsonata(test).evaluate(input)) !== true) broken.push(message);
  }
  if (broken.length > 0)
    throw new Fault('CONSTRAINT_BROKEN', `The parameters cannot be sent: ${broken.join('; ')}.`);
}

/** The key means: this task, this step, these parameters. A new attempt of the same call has the same. */
const idempotencyKey = (taskId: string, stepId: string, tool: string, params: unknown): string =>
  `${taskId}.${stepId}.${canonicalHash([tool, params]).slice(0, 16)}`;

export type LetterFor = {
  readonly taskId: string;
  readonly context: TaskContext;
  readonly owed: Dispatch;
  readonly blobs: BlobStore;
};

const stepAt = ({ context, owed }: LetterFor): StepState => {
  const step = context.steps[owed.position];
  if (step === undefined)
    throw new Fault('INTERNAL', `There is no step at position ${owed.position}.`);
  return step;
};

export function actionLetter(
  letter: LetterFor,
  added: readonly Feedback[],
): Draft<'action.requested'> {
  const { taskId, context, owed } = letter;
  const step = stepAt(letter);
  return {
    type: 'action.requested',
    taskId,
    key: attemptKey(owed.ref),
    from: 'router',
    to: 'planner',
    data: {
      ...owed.ref,
      spec: specOf(context),
      step: step.context.def,
      ...(context.submitted?.tools === undefined ? {} : { tools: context.submitted.tools }),
      results: resultsFor(context, owed.position),
      feedback: [...step.context.feedback, ...added],
      allowance: allowanceOf(context),
    },
  };
}

export const specOf = (context: TaskContext) =>
  context.spec ?? {
    goal: context.submitted?.goal ?? '',
    constraints: [],
    context: '',
    requiredTools: [],
    language: 'en',
  };

export const weightsOf = ({ submitted }: TaskContext): Weights =>
  submitted?.weights ?? DEFAULT_WEIGHTS;

const CODES_OF_REFUSAL: Readonly<Partial<Record<FaultCode, string>>> = {
  BINDING_EMPTY: 'BINDING_EMPTY',
  BINDING_INVALID: 'INVALID_PARAMS',
  CONSTRAINT_BROKEN: 'CONSTRAINT_BROKEN',
};

const refusedParams = (step: StepState, tool: string, thrown: unknown): Feedback => {
  const fault = toFault(thrown);
  const code = CODES_OF_REFUSAL[fault.code];
  if (code === undefined) throw fault;
  return {
    class: 'parameter',
    code,
    message: fault.facts,
    rejected: { tool, params: paramsOf(step) },
    evidence: [],
  };
};

const rejectedLetter = (
  { taskId, owed }: LetterFor,
  feedback: Feedback,
): Draft<'action.rejected'> => ({
  type: 'action.rejected',
  taskId,
  key: attemptKey(owed.ref),
  from: 'router',
  to: 'log',
  data: { ...owed.ref, feedback },
});

/**
 * @returns `step.dispatched`; `action.requested` when the parameters cannot be had; `action.rejected` when others
 * were asked for too often
 */
export async function dispatchLetter(
  letter: LetterFor,
): Promise<Draft<'step.dispatched' | 'action.requested' | 'action.rejected'>> {
  const { taskId, context, owed, blobs } = letter;
  const step = stepAt(letter);
  const tool = toolOf(step) ?? '';
  const declaration = context.declarations[tool];
  if (declaration === undefined) throw new Fault('INTERNAL', `The plan does not declare ${tool}.`);
  let bound: Bound;
  try {
    bound = await boundParams(context, step, declaration, blobs);
    await keepConstraints(context, declaration, bound.params);
  } catch (thrown) {
    const feedback = refusedParams(step, tool, thrown);
    if ((step.context.used.parameter ?? 0) >= ROUTES.parameter.budget)
      return rejectedLetter(letter, feedback);
    // A new question is a new attempt, also when the parameters that do not fit answered one.
    const ref = { ...owed.ref, attempt: step.context.attempt + 1 };
    return actionLetter({ ...letter, owed: { ...owed, ref } }, [feedback]);
  }
  const triesLeft = Math.max(1, declaration.retry.tries - step.context.tries);
  return {
    type: 'step.dispatched',
    taskId,
    key: attemptKey(owed.ref),
    from: 'router',
    to: `executor-${declaration.pool}`,
    data: {
      ...owed.ref,
      tool,
      toolVersion: declaration.version,
      pool: declaration.pool,
      ...bound,
      effect: declaration.effect,
      idempotencyKey: idempotencyKey(taskId, step.context.def.id, tool, bound.params),
      timeoutMs: declaration.timeoutMs,
      retry: { ...declaration.retry, tries: triesLeft },
      deadlineAt: context.deadline?.dueAt ?? new Date(0).toISOString(),
      intent: step.context.def.intent,
      expect: [...declaration.checks, ...step.context.def.expect],
      resultSchema: declaration.resultSchema,
      emptyIsSuccess: declaration.emptyIsSuccess,
      volatile: declaration.volatile,
      polling: declaration.polling,
      summary: declaration.summary,
      spec: specOf(context),
      results: resultsFor(context, owed.position),
      weights: weightsOf(context),
    },
  };
}
