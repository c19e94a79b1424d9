/** Answers `reasoning.requested`: a step without a tool is the planner's own work, judged like any result. */
import { nowIso } from '../../shared/clock.ts';
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { attemptKey } from '../../shared/events/event-id.ts';
import { ReasonReply } from '../../shared/model/replies.ts';
import { reasoningCall } from '../../shared/plan/reasoning-call.ts';
import { refusalOf } from './model-outcome.ts';
import { type Asked, type Planner, replyTo } from './planner.ts';
import { REASON_PROMPT } from './prompts/reason-prompt.ts';
import { readableResults } from './readable-results.ts';

export async function reasonStep(
  { context, models }: Planner,
  { question, isSuspect }: Asked<'reasoning.requested'>,
): Promise<LoopEvent> {
  const { data, subject: taskId } = question;
  const { revision, stepId, attempt, spec, step, expect, results, feedback, allowance } = data;
  const startedAt = nowIso();
  const asked = await models.ask({
    taskId,
    requestKey: attemptKey(data),
    causationId: question.id,
    allowance,
    purpose: 'reason',
    prompt: REASON_PROMPT,
    question: {
      spec,
      step,
      expect,
      results: await readableResults(context.blobs, results),
      feedback,
    },
    schema: ReasonReply,
    isSuspect,
  });
  const to = { ...replyTo(question), key: attemptKey(data) } as const;
  if (asked.kind !== 'answered') {
    const refused = { revision, stepId, attempt, ...refusalOf(asked) };
    return (
      await context.events.append({
        ...to,
        to: 'router',
        type: 'reasoning.refused',
        data: refused,
      })
    ).event as LoopEvent;
  }
  const { text, data: fields } = asked.value;
  const written = await context.blobs.outline(taskId, { ...fields, text }, text.slice(0, 200));
  const executed = {
    call: reasoningCall(taskId, data, question.time),
    result: { status: 'success' as const, data: written, error: null },
    tries: 1,
    startedAt,
    endedAt: nowIso(),
    spent: asked.spent,
  };
  return (
    await context.events.append({ ...to, to: 'observer', type: 'step.executed', data: executed })
  ).event as LoopEvent;
}
