/**
 * Does a task's log agree with itself? Every decision of the router recorded the hash of the state that it
 * was taken in: the facts from outside up to `decidedat` and all earlier decisions, folded by sequence.
 */
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { stateHash } from '../kernel.ts';
import { concernsRouter, factOf, isRoutersOwn } from './fact-of.ts';
import { TaskHistory } from './task-history.ts';
import { TASK_MACHINE_VERSION } from './task-machine.ts';

export type LoggedEvent = { readonly event: LoopEvent; readonly sequence: number };

export type Verified = {
  readonly decisions: number;
  /** One line a disagreement, with its sequence. */
  readonly problems: string[];
};

/** @param events of one task, in stream order, each id once */
export function verifyTask(events: readonly LoggedEvent[]): Verified {
  const relevant = events.filter(({ event }) => concernsRouter(event));
  const decided = relevant.filter(({ event }) => isRoutersOwn(event));
  const outside = relevant.filter(({ event }) => !isRoutersOwn(event));
  const history = new TaskHistory();
  const problems: string[] = [];
  let next = 0;
  for (const { event, sequence } of decided) {
    const { decidedat = sequence } = event;
    for (
      let fact = outside[next];
      fact !== undefined && fact.sequence <= decidedat;
      fact = outside[next]
    ) {
      history.insert(fact.sequence, factOf(fact.event));
      next += 1;
    }
    const isComparable =
      event.statehash !== undefined && event.machineversion === TASK_MACHINE_VERSION;
    const hash = stateHash(history.state);
    if (isComparable && hash !== event.statehash) {
      problems.push(`${sequence} ${event.id}: recorded state ${event.statehash}, folded ${hash}`);
    }
    history.insert(sequence, factOf(event));
  }
  return { decisions: decided.length, problems };
}
