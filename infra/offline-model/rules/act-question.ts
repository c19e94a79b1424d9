/** What a question for one action brings, loosely read. */
import { z } from 'zod';
import { Feedback, Prior, Spec } from '../../../shared/events/shapes.ts';

export const ActQuestion = z.object({
  spec: Spec,
  step: z
    .object({
      id: z.string(),
      tool: z.string().nullable(),
      params: z.record(z.string(), z.unknown()).default({}),
      intent: z.string().default(''),
    })
    .loose(),
  results: Prior.default({}),
  feedback: z.array(Feedback).default([]),
});
export type ActQuestion = z.infer<typeof ActQuestion>;
