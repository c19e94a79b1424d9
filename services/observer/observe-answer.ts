/** Judges an answer: does it cover the goal and its constraints, were the required tools called, is it grounded? */
import { observerKernel } from '../../machines/observer/observer-machine.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { EventData, EventOf } from '../../shared/events/catalog.ts';
import type { Feedback } from '../../shared/events/shapes.ts';
import { mismatch } from '../../shared/json-schema/schema-mismatch.ts';
import { computeFigure } from '../../shared/plan/compute-figure.ts';
import { ungroundedIn } from './grounding.ts';
import { inlinedResults } from './inlined-results.ts';

type Proposed = EventData<'answer.proposed'>;

const feedbackOf = (missing: readonly string[], ungrounded: readonly string[]): Feedback => ({
  class: 'result',
  code: missing.length > 0 ? 'NOT_COVERED' : 'NOT_GROUNDED',
  message: [...missing, ...ungrounded.map((fact) => `${fact} occurs in no accepted result`)].join(
    '; ',
  ),
  evidence: [],
});

const uncovered = ({ covers, spec, results }: Proposed): string[] => {
  const isCovered = (of: string): boolean =>
    covers.some(
      (cover) =>
        cover.of === of &&
        cover.stepIds.length > 0 &&
        cover.stepIds.every((id) => results[id] !== undefined),
    );
  const wanted = ['goal', ...spec.constraints.map(({ id }) => id)];
  return wanted
    .filter((of) => !isCovered(of))
    .map((of) => (of === 'goal' ? 'the goal is not covered' : `constraint ${of} is not covered`));
};

function missingIn(proposed: Proposed, calledTools: readonly string[]): string[] {
  const { spec, answerSchema, data } = proposed;
  const missing = uncovered(proposed);
  for (const tool of spec.requiredTools)
    if (!calledTools.includes(tool)) missing.push(`${tool} was never called`);
  const wrong = answerSchema === undefined ? null : mismatch(answerSchema, data);
  if (wrong !== null) missing.push(`the answer does not fit its schema (${wrong})`);
  return missing;
}

/** @returns the values of the answer's own rules, each computed anew; a rule that yields another is no source */
async function recomputed(proposed: Proposed): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const { rule, value } of proposed.computed ?? []) {
    const own = await computeFigure(rule, proposed);
    if (own !== undefined && canonicalJson(own) === canonicalJson(value)) values.push(own);
  }
  return values;
}

export async function observeAnswer(
  context: RoleContext,
  proposed: EventOf<'answer.proposed'>,
  check: number,
): Promise<void> {
  const { round, text, data, covers, spent, results } = proposed.data;
  const whole = { ...proposed.data, results: await inlinedResults(context.blobs, results) };
  const calledTools = [
    ...new Set(Object.values(results).flatMap(({ tool }) => (tool === null ? [] : [tool]))),
  ];
  const missing = missingIn(whole, calledTools);
  const ungrounded = ungroundedIn(text, { ...whole, computed: await recomputed(whole) });
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
