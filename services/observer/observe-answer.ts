/** Judges an answer: does it cover the goal, were the required tools called, is it grounded? */
import { observerKernel } from '../../machines/observer/observer-machine.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import type { EventOf } from '../../shared/events/catalog.ts';
import type { Feedback } from '../../shared/events/shapes.ts';
import { mismatch } from '../../shared/json-schema/schema-mismatch.ts';
import { ungroundedIn } from './grounding.ts';

const feedbackOf = (missing: readonly string[], ungrounded: readonly string[]): Feedback => ({
  class: 'result',
  code: missing.length > 0 ? 'NOT_COVERED' : 'NOT_GROUNDED',
  message: [...missing, ...ungrounded.map((fact) => `${fact} occurs in no accepted result`)].join(
    '; ',
  ),
  evidence: [],
});

function missingIn({ data }: EventOf<'answer.proposed'>, calledTools: readonly string[]): string[] {
  const { covers, spec, results, answerSchema } = data;
  const missing = covers
    .filter(
      ({ stepIds }) => stepIds.length === 0 || stepIds.some((id) => results[id] === undefined),
    )
    .map(({ of }) => `${of} is not covered`);
  if (!covers.some(({ of }) => of === 'goal')) missing.push('the goal is not covered');
  for (const tool of spec.requiredTools)
    if (!calledTools.includes(tool)) missing.push(`${tool} was never called`);
  const wrong = answerSchema === undefined ? null : mismatch(answerSchema, data.data);
  if (wrong !== null) missing.push(`the answer does not fit its schema (${wrong})`);
  return missing;
}

export async function observeAnswer(
  context: RoleContext,
  proposed: EventOf<'answer.proposed'>,
  check: number,
): Promise<void> {
  const { round, text, data, covers, spent, results } = proposed.data;
  const calledTools = [
    ...new Set(Object.values(results).flatMap(({ tool }) => (tool === null ? [] : [tool]))),
  ];
  const missing = missingIn(proposed, calledTools);
  const ungrounded = ungroundedIn(text, proposed.data);
  const accepted = missing.length === 0 && ungrounded.length === 0;
  const state = observerKernel.step(observerKernel.initial(undefined), { type: 'answer.proposed' });
  await context.events.append({
    type: 'answer.observed',
    taskId: proposed.subject,
    key: `n${round}.v${check}`,
    from: 'observer',
    to: 'router',
    causationId: proposed.id,
    data: {
      round,
      check,
      accepted,
      text,
      data,
      covers,
      missing,
      ungrounded,
      calledTools,
      ...(accepted ? {} : { feedback: feedbackOf(missing, ungrounded) }),
      spent,
    },
  });
  observerKernel.step(state, { type: 'answer.observed' });
}
