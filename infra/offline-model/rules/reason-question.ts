/** What a question for reasoning brings, loosely read. */
import { z } from 'zod';
import { Prior, Spec } from '../../../shared/events/shapes.ts';

export const ReasonQuestion = z.object({
  spec: Spec,
  step: z.object({ id: z.string(), subtask: z.string().default('') }).loose(),
  results: Prior.default({}),
});
export type ReasonQuestion = z.infer<typeof ReasonQuestion>;
