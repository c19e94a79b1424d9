/** Answers `action.requested`: which tool a step calls, with which parameters. */
import type { EventData, LoopEvent } from '../../shared/events/catalog.ts';
import { attemptKey } from '../../shared/events/event-id.ts';
import { ActReply } from '../../shared/model/replies.ts';
import { type Refusal, refusalOf } from './model-outcome.ts';
import { type Asked, type Planner, replyTo } from './planner.ts';
import { ACT_PROMPT } from './prompts/act-prompt.ts';
import { toolBriefs, withoutResults } from './tool-briefs.ts';

type Requested = EventData<'action.requested'>;

/** The failure that nobody can correct says more than that nobody can, or that there is nobody to ask. */
const withFailure = (refusal: Refusal, { stepId, feedback }: Requested): Refusal => {
  const failure = feedback.at(-1);
  const isNobody = refusal.code === 'MODEL_MISSING';
  if (failure === undefined || (refusal.class === 'model' && !isNobody)) return refusal;
  const reason = `Step ${stepId} failed: ${failure.message}`;
  return {
    class: 'infeasible',
    code: failure.code,
    reason:
      isNobody || refusal.reason.includes(failure.message) ? reason : `${reason} ${refusal.reason}`,
    cure: isNobody ? 'Correct the plan and submit it again (--plan FILE).' : refusal.cure,
    spent: refusal.spent,
  };
};

export async function chooseAction(
  { context, tools, models }: Planner,
  { question, isSuspect }: Asked<'action.requested'>,
): Promise<LoopEvent> {
  const { data } = question;
  const { revision, stepId, attempt, spec, step, results, feedback, allowance } = data;
  const known = await tools.alive();
  const briefs = toolBriefs(known, data.tools);
  const names = briefs.map(({ name }) => name);
  const asked = await models.ask({
    taskId: question.subject,
    requestKey: attemptKey(data),
    causationId: question.id,
    allowance,
    purpose: 'act',
    prompt: ACT_PROMPT,
    question: { spec, step, tools: withoutResults(briefs), results, feedback },
    schema: ActReply,
    check: ({ tool }) =>
      names.includes(tool) ? null : `tool: ${tool} is none of ${names.join(', ')}`,
    isSuspect,
  });
  const to = { ...replyTo(question), key: attemptKey(data), to: 'router' } as const;
  const ref = { revision, stepId, attempt };
  const declaration =
    asked.kind === 'answered' ? known.get(asked.value.tool)?.declaration : undefined;
  if (asked.kind !== 'answered' || declaration === undefined) {
    const refusal: Refusal =
      asked.kind === 'answered'
        ? {
            class: 'infeasible',
            code: 'TOOL_GONE',
            reason: `${asked.value.tool} is gone.`,
            cure: 'Start an executor that serves it.',
            spent: asked.spent,
          }
        : withFailure(refusalOf(asked), data);
    const refused = { ...ref, ...refusal };
    return (await context.events.append({ ...to, type: 'action.refused', data: refused }))
      .event as LoopEvent;
  }
  const { value, spent } = asked;
  const proposed = { ...ref, ...value, declaration, spent };
  return (await context.events.append({ ...to, type: 'action.proposed', data: proposed }))
    .event as LoopEvent;
}
