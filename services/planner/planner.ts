/** What every question to a planner is answered with, and how an answer is addressed. */
import type { PlannerQuestion } from '../../machines/planner/planner-machine.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import type { EventOf } from '../../shared/events/catalog.ts';
import type { Models } from '../../shared/model/models.ts';
import type { KnownTools } from './known-tools.ts';

export type Question = EventOf<PlannerQuestion>;

export type Planner = {
  readonly context: RoleContext;
  readonly tools: KnownTools;
  readonly models: Models;
};

/** A question as it was delivered: a suspect one may have replies in the log already (I3). */
export type Asked<T extends PlannerQuestion> = {
  readonly question: EventOf<T>;
  readonly isSuspect: boolean;
};

/** The part of an answer's envelope that follows from its question. */
export const replyTo = ({ subject, id }: Pick<Question, 'subject' | 'id'>) =>
  ({ taskId: subject, from: 'planner', causationId: id }) as const;
