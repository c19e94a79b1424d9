/** What a question for a plan brings, loosely read, and a step with its defaults. */
import { z } from 'zod';
import { Feedback, Prior, Spec } from '../../../shared/events/shapes.ts';
import { acceptedOf, stepIds } from './step-ids.ts';

export const PlanQuestion = z.object({
  spec: Spec,
  accepted: Prior.default({}),
  taken: z.array(z.string()).default([]),
  feedback: z.array(Feedback).default([]),
});
export type PlanQuestion = z.infer<typeof PlanQuestion>;

export type Step = {
  readonly id: string;
  readonly subtask: string;
  readonly description: string;
  readonly tool: string | null;
  readonly params: Record<string, unknown>;
  readonly dependsOn: readonly string[];
  readonly expect: readonly object[];
  readonly intent: string;
};

/** A plan as it grows; what is accepted is read by its id and not planned again. */
export class Draft {
  readonly steps: Step[] = [];
  readonly #question: PlanQuestion;
  readonly #next: () => string;

  constructor(question: PlanQuestion) {
    this.#question = question;
    this.#next = stepIds([...question.taken, ...Object.keys(question.accepted)]);
  }

  /** @returns the step's id; that of the accepted result where there is one */
  add(step: Omit<Step, 'id' | 'expect'> & { readonly expect?: readonly object[] }): string {
    const done = acceptedOf(this.#question.accepted, step);
    if (done !== undefined) return done;
    const id = this.#next();
    this.steps.push({ expect: [], ...step, id });
    return id;
  }
}
