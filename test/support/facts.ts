/** Small builders of what the log says about steps: payloads filled in, and only what matters given. */
import type { EventData, EventType } from '../../shared/events/catalog.ts';
import type { PlanStep } from '../../shared/events/plan.ts';
import {
  DEFAULT_WEIGHTS,
  type ErrorClass,
  type Feedback,
  NOTHING_SPENT,
  type Ref,
  type Result,
  type Spec,
  type ToolDeclaration,
} from '../../shared/events/shapes.ts';

export const TASK = 'tdemo';
export const AT = '2026-03-01T12:00:00.000Z';

/** One event as machines see it, of any type; `at` may be changed by spreading. */
export type Told<T extends EventType = EventType> = {
  readonly [K in T]: { readonly type: K; readonly at: string; readonly data: EventData<K> };
}[T];

export const told = <T extends EventType>(type: T, data: EventData<T>, at = AT): Told<T> =>
  ({ type, at, data }) as Told<T>;

export const SPEC: Spec = {
  goal: 'Find a flight',
  constraints: [],
  context: '',
  requiredTools: [],
  language: 'en',
};

export const ALLOWANCE = { modelCalls: 10, tokens: 1_000, costUsd: 1, tries: 3 };

export const refOf = (stepId: string, attempt = 1, revision = 1): Ref => ({
  revision,
  stepId,
  attempt,
});

/** A tool as a plan declares it: a `read` tool that may be tried twice. */
export const declaration = (
  name: string,
  changed: Partial<ToolDeclaration> = {},
): ToolDeclaration => ({
  name,
  version: '1',
  schemaHash: 'hash',
  pool: 'default',
  effect: 'read',
  timeoutMs: 1_000,
  retry: { tries: 2, backoffMs: 100, maxBackoffMs: 1_000 },
  approval: 'never',
  probe: false,
  fallback: null,
  volatile: [],
  polling: false,
  loss: 0,
  breaker: 'closed',
  checks: [],
  resultSchema: {},
  paramsSchema: {},
  emptyIsSuccess: false,
  summary: null,
  ...changed,
});

export const LOOK = declaration('look');
export const BOOK = declaration('book', { effect: 'once', probe: true });
export const MAIL = declaration('mail', { effect: 'idempotent', fallback: 'look' });

export const planStep = (id: string, changed: Partial<PlanStep> = {}): PlanStep => ({
  id,
  description: `Do ${id}`,
  tool: 'look',
  params: { of: id },
  dependsOn: [],
  expect: [],
  intent: '',
  ...changed,
});

const SUCCESS: Result = { status: 'success', data: { n: 1 }, error: null };

export const feedback = (cls: ErrorClass, changed: Partial<Feedback> = {}): Feedback => ({
  class: cls,
  code: cls.toUpperCase(),
  message: `refused as ${cls}`,
  evidence: [],
  ...changed,
});

export const dispatched = (
  ref: Ref,
  changed: Partial<EventData<'step.dispatched'>> = {},
): Told<'step.dispatched'> =>
  told('step.dispatched', {
    ...ref,
    tool: 'look',
    toolVersion: '1',
    pool: 'default',
    params: { of: ref.stepId },
    bindings: {},
    effect: 'read',
    idempotencyKey: `${TASK}.${ref.stepId}.key`,
    timeoutMs: 1_000,
    retry: { tries: 2, backoffMs: 100, maxBackoffMs: 1_000 },
    deadlineAt: '2026-03-01T12:10:00.000Z',
    intent: '',
    expect: [],
    resultSchema: {},
    emptyIsSuccess: false,
    volatile: [],
    polling: false,
    summary: null,
    spec: SPEC,
    results: {},
    weights: DEFAULT_WEIGHTS,
    ...changed,
  });

export const executed = (ref: Ref, result: Result = SUCCESS): Told<'step.executed'> =>
  told('step.executed', {
    call: dispatched(ref).data,
    result,
    tries: 1,
    startedAt: AT,
    endedAt: AT,
    spent: NOTHING_SPENT,
  });

type Observed = EventData<'step.observed'>;

export const accepted = (ref: Ref, changed: Partial<Observed> = {}): Told<'step.observed'> =>
  told('step.observed', {
    ...ref,
    check: 1,
    accepted: true,
    score: 1_000,
    layers: [],
    weights: DEFAULT_WEIGHTS,
    judgedBy: 'rules',
    tool: 'look',
    params: { of: ref.stepId },
    result: SUCCESS,
    tries: 1,
    summary: `${ref.stepId} is done`,
    conclusion: 'done',
    spent: NOTHING_SPENT,
    ...changed,
  });

/** A rejected verdict. Its code carries the attempt, so that it is another error each time. */
export const rejected = (
  ref: Ref,
  cls: ErrorClass,
  changed: Partial<Observed> = {},
): Told<'step.observed'> =>
  accepted(ref, {
    accepted: false,
    score: 0,
    class: cls,
    feedback: feedback(cls, { code: `${cls.toUpperCase()}_${ref.attempt}` }),
    ...changed,
  });

export const actionRequested = (
  ref: Ref,
  given: readonly Feedback[] = [],
): Told<'action.requested'> =>
  told('action.requested', {
    ...ref,
    spec: SPEC,
    step: planStep(ref.stepId),
    results: {},
    feedback: [...given],
    allowance: ALLOWANCE,
  });

export const actionProposed = (
  ref: Ref,
  tool: ToolDeclaration = LOOK,
  params: Record<string, unknown> = { again: ref.attempt },
): Told<'action.proposed'> =>
  told('action.proposed', {
    ...ref,
    tool: tool.name,
    declaration: tool,
    params,
    why: 'the other was refused',
    spent: NOTHING_SPENT,
  });

type RefusalClass = EventData<'action.refused'>['class'];

const refusal = (cls: RefusalClass, code: string) => ({
  class: cls,
  code,
  reason: 'it cannot be done',
  cure: 'Ask for something else.',
  spent: NOTHING_SPENT,
});

export const actionRefused = (
  ref: Ref,
  cls: RefusalClass,
  code = 'CANNOT',
): Told<'action.refused'> => told('action.refused', { ...ref, ...refusal(cls, code) });

export const actionRejected = (ref: Ref): Told<'action.rejected'> =>
  told('action.rejected', { ...ref, feedback: feedback('parameter') });

export const reasoningRequested = (ref: Ref): Told<'reasoning.requested'> =>
  told('reasoning.requested', {
    ...ref,
    spec: SPEC,
    step: planStep(ref.stepId, { tool: null }),
    expect: [],
    results: {},
    weights: DEFAULT_WEIGHTS,
    feedback: [],
    allowance: ALLOWANCE,
  });

export const reasoningRefused = (
  ref: Ref,
  cls: RefusalClass,
  code = 'CANNOT',
): Told<'reasoning.refused'> => told('reasoning.refused', { ...ref, ...refusal(cls, code) });

export const outcomeUnknown = (ref: Ref): Told<'step.outcomeUnknown'> =>
  told('step.outcomeUnknown', {
    ...ref,
    idempotencyKey: `${TASK}.${ref.stepId}.key`,
    claimant: 'somebody',
  });

export const probeRequested = (ref: Ref): Told<'step.probeRequested'> =>
  told('step.probeRequested', {
    ...ref,
    tool: 'book',
    params: {},
    idempotencyKey: `${TASK}.${ref.stepId}.key`,
    timeoutMs: 1_000,
  });

export const probed = (
  ref: Ref,
  outcome: EventData<'step.probed'>['outcome'],
): Told<'step.probed'> =>
  told('step.probed', { ...ref, outcome, ...(outcome === 'happened' ? { result: SUCCESS } : {}) });

export const checkRequested = (ref: Ref, check: number): Told<'check.requested'> =>
  told('check.requested', { ref, check, of: {} });

export const claimed = (ref: Ref, claimant: string): Told<'step.claimed'> =>
  told('step.claimed', {
    ...ref,
    idempotencyKey: `${TASK}.${ref.stepId}.key`,
    claimant,
    instance: 'executor-1',
    delivery: 1,
  });

export const attemptFailed = (
  ref: Ref,
  nth: number,
  nextTryAt: string | null,
): Told<'step.attemptFailed'> =>
  told('step.attemptFailed', {
    ...ref,
    try: nth,
    error: { code: 'TIMEOUT', message: 'no answer', retryable: true },
    nextTryAt,
  });
