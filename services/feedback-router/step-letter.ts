/**
 * The letter that starts a call. Bindings are evaluated here, outside the machine, and recorded with their
 * values; what they cannot fill, or what does not fit the tool's schema, goes back to the planner instead.
 */

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
import { canonicalHash } from '../../shared/canonical-json.ts';
import { Fault, toFault } from '../../shared/errors.ts';
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

const refusedParams = (step: StepState, tool: string, thrown: unknown): Feedback => {
  const fault = toFault(thrown);
  if (fault.code !== 'BINDING_EMPTY' && fault.code !== 'BINDING_INVALID') throw fault;
  const code = fault.code === 'BINDING_EMPTY' ? 'BINDING_EMPTY' : 'INVALID_PARAMS';
  return {
    class: 'parameter',
    code,
    message: fault.facts,
    rejected: { tool, params: paramsOf(step) },
    evidence: [],
  };
};

/** @returns `step.dispatched`, or `action.requested` when the parameters cannot be had */
export async function dispatchLetter(
  letter: LetterFor,
): Promise<Draft<'step.dispatched' | 'action.requested'>> {
  const { taskId, context, owed, blobs } = letter;
  const step = stepAt(letter);
  const tool = toolOf(step) ?? '';
  const declaration = context.declarations[tool];
  if (declaration === undefined) throw new Fault('INTERNAL', `The plan does not declare ${tool}.`);
  let bound: Bound;
  try {
    bound = await boundParams(context, step, declaration, blobs);
  } catch (thrown) {
    // A new question is a new attempt, also when the parameters that do not fit answered one.
    const ref = { ...owed.ref, attempt: step.context.attempt + 1 };
    return actionLetter({ ...letter, owed: { ...owed, ref } }, [refusedParams(step, tool, thrown)]);
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
      expect: [...step.context.def.expect, ...declaration.checks],
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
