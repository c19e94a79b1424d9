/** A step without a tool as a call, so that its result is judged like any other. */
import { canonicalHash } from '../canonical-json.ts';
import type { EventData } from '../events/catalog.ts';

type Reasoning = Pick<
  EventData<'reasoning.requested'>,
  'revision' | 'stepId' | 'attempt' | 'spec' | 'step' | 'expect' | 'results' | 'weights'
>;

/** The result of reasoning: text, and fields that later steps may read. */
const RESULT_SCHEMA = {
  type: 'object',
  properties: { text: { type: 'string', minLength: 1 } },
  required: ['text'],
} as const;

/** @param at ISO instant of the letter; nobody waits longer for reasoning than for the letter itself */
export function reasoningCall(
  taskId: string,
  reasoning: Reasoning,
  at: string,
): EventData<'step.dispatched'> {
  const { revision, stepId, attempt, spec, step, expect, results, weights } = reasoning;
  return {
    revision,
    stepId,
    attempt,
    tool: null,
    toolVersion: '',
    pool: 'default',
    params: step.params,
    bindings: {},
    effect: 'read',
    idempotencyKey: `${taskId}.${stepId}.${canonicalHash([null, step.params]).slice(0, 16)}`,
    timeoutMs: 1,
    retry: { tries: 1, backoffMs: 0, maxBackoffMs: 0 },
    deadlineAt: at,
    intent: step.intent,
    expect,
    resultSchema: RESULT_SCHEMA,
    emptyIsSuccess: false,
    volatile: [],
    polling: false,
    summary: 'data.text',
    spec,
    results,
    weights,
  };
}
