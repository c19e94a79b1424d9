/** What a question for the answer brings, and how results are found in it. */
import { z } from 'zod';
import { Feedback, Prior, Spec } from '../../../shared/events/shapes.ts';

export const AnswerQuestion = z.object({
  spec: Spec,
  results: Prior.default({}),
  answerSchema: z.record(z.string(), z.unknown()).optional(),
  feedback: z.array(Feedback).default([]),
});
export type AnswerQuestion = z.infer<typeof AnswerQuestion>;

export type Found = {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly summary: string;
};

/** A result that was too large to be brought is known by its summary alone. */
const fieldsOf = (data: unknown): Found['data'] =>
  typeof data === 'object' && data !== null && !Object.hasOwn(data, '$blob')
    ? (data as Found['data'])
    : {};

/** The last accepted result of a tool; null for reasoning. */
export function resultOf(
  results: AnswerQuestion['results'],
  tool: string | null,
  has = '',
): Found | undefined {
  const found = Object.entries(results).findLast(
    ([, entry]) => entry.tool === tool && (has === '' || Object.hasOwn(fieldsOf(entry.data), has)),
  );
  if (found === undefined) return undefined;
  const [id, { data, summary }] = found;
  return { id, data: fieldsOf(data), summary };
}

/** One entry for the goal and one for every constraint; what no narrower step shows, all of them show. */
export const coversOf = (
  { constraints }: Spec,
  all: readonly string[],
  shown: Readonly<Record<string, readonly (string | undefined)[]>> = {},
): object[] => [
  { of: 'goal', stepIds: all },
  ...constraints.map(({ id }) => {
    const own = (shown[id] ?? []).filter((step) => step !== undefined);
    return { of: id, stepIds: own.length > 0 ? own : all };
  }),
];
