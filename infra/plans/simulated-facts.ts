/** What the log would say of a plan whose steps do nothing but take their time. */
import type { TaskFact } from '../../machines/task/task-state.ts';
import type { Limits } from '../../shared/events/limits.ts';
import type { PlanStep } from '../../shared/events/plan.ts';
import { DEFAULT_WEIGHTS, NOTHING_SPENT, type Ref, type Spec } from '../../shared/events/shapes.ts';

const SPEC: Spec = { goal: '', constraints: [], context: '', requiredTools: [], language: 'en' };
const RETRY = { tries: 1, backoffMs: 0, maxBackoffMs: 0 };

/** What a step would call plays no part in when it may begin. */
const TOOL = 'timed';

export const submitted = (limits: Limits, at: string): TaskFact => ({
  type: 'task.submitted',
  at,
  data: {
    goal: '',
    mode: 'plan',
    limits,
    weights: DEFAULT_WEIGHTS,
    input: {},
    now: at,
    timeZone: 'UTC',
    bodyHash: '',
  },
});

export const proposed = (steps: readonly PlanStep[], at: string): TaskFact => ({
  type: 'plan.proposed',
  at,
  data: {
    revision: 1,
    mode: 'plan',
    spec: SPEC,
    steps: steps.map((step) => ({ ...step, tool: TOOL, params: {} })),
    candidates: [],
    chosen: 0,
    tools: [],
    spent: NOTHING_SPENT,
  },
});

export const dispatched = (ref: Ref, at: string): TaskFact => ({
  type: 'step.dispatched',
  at,
  data: {
    ...ref,
    tool: TOOL,
    toolVersion: '',
    pool: 'default',
    params: {},
    bindings: {},
    effect: 'read',
    idempotencyKey: '',
    timeoutMs: 1,
    retry: RETRY,
    deadlineAt: at,
    intent: '',
    expect: [],
    resultSchema: {},
    emptyIsSuccess: true,
    volatile: [],
    polling: false,
    summary: null,
    spec: SPEC,
    results: {},
    weights: DEFAULT_WEIGHTS,
  },
});

export const accepted = (ref: Ref, at: string): TaskFact => ({
  type: 'step.observed',
  at,
  data: {
    ...ref,
    check: 1,
    accepted: true,
    score: 1_000,
    layers: [],
    weights: DEFAULT_WEIGHTS,
    judgedBy: 'rules',
    tool: TOOL,
    params: {},
    result: { status: 'success', data: null, error: null },
    tries: 1,
    summary: '',
    conclusion: '',
    spent: NOTHING_SPENT,
  },
});
