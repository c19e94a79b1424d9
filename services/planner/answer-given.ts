/** The answer of a given plan: composed by rule from the summaries of its last steps. */
import type { EventData } from '../../shared/events/catalog.ts';
import { NOTHING_SPENT } from '../../shared/events/shapes.ts';

type Requested = EventData<'answer.requested'>;

export function answerGiven({
  round,
  spec,
  results,
  weights,
  answerSchema,
  lastSteps,
}: Requested): EventData<'answer.proposed'> {
  const accepted = lastSteps.filter((id) => results[id] !== undefined);
  const lines = accepted.map((id) => `${id}: ${results[id]?.summary ?? ''}`);
  const data = Object.fromEntries(accepted.map((id) => [id, results[id]?.data ?? null]));
  return {
    round,
    spec,
    results,
    weights,
    ...(answerSchema === undefined ? {} : { answerSchema }),
    text: lines.join('\n'),
    data,
    covers: [{ of: 'goal', stepIds: accepted }],
    spent: NOTHING_SPENT,
  };
}
