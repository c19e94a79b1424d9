/** What a planner says when a model gave no decision: its refusal, or its absence. */
import type { Spent } from '../../shared/events/shapes.ts';
import type { Asked } from '../../shared/model/models.ts';

type Undecided = Exclude<Asked<unknown>, { readonly kind: 'answered' }>;

export type Refusal = {
  readonly class: 'infeasible' | 'model';
  readonly code: string;
  readonly reason: string;
  readonly cure: string;
  readonly spent: Spent;
};

/** A model that says no has decided: the task is infeasible for it. One that cannot be had has not. */
export const refusalOf = (asked: Undecided): Refusal =>
  asked.kind === 'refused'
    ? {
        class: 'infeasible',
        code: 'MODEL_REFUSED',
        reason: asked.reason,
        cure: asked.cure,
        spent: asked.spent,
      }
    : {
        class: 'model',
        code: asked.fault.code,
        reason: asked.fault.facts,
        cure: asked.fault.cure,
        spent: asked.spent,
      };
