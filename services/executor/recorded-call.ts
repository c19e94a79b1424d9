/** What the log already says about a call: read for suspect letters and for every `once` tool. */

import type { ExecutorFact } from '../../machines/executor/executor-machine.ts';
import { isTerminal, type LoopEvent } from '../../shared/events/catalog.ts';
import type { Ref } from '../../shared/events/shapes.ts';
import type { EventLog } from '../../shared/log/event-log.ts';

export type Recorded = { readonly hasTaskEnded: boolean; readonly facts: readonly ExecutorFact[] };

const isAbout = (data: Ref, ref: Ref): boolean =>
  data.revision === ref.revision && data.stepId === ref.stepId && data.attempt === ref.attempt;

const factOf = (event: LoopEvent, ref: Ref): ExecutorFact[] => {
  switch (event.type) {
    case 'step.executed':
      return isAbout(event.data.call, ref) ? [{ type: event.type, data: event.data }] : [];
    case 'step.claimed':
      return isAbout(event.data, ref) ? [{ type: event.type, data: event.data }] : [];
    case 'step.attemptFailed':
      return isAbout(event.data, ref) ? [{ type: event.type, data: event.data }] : [];
    case 'step.outcomeUnknown':
      return isAbout(event.data, ref) ? [{ type: event.type, data: event.data }] : [];
    default:
      return [];
  }
};

export async function recordedCall(events: EventLog, taskId: string, ref: Ref): Promise<Recorded> {
  const history = await events.readTask(taskId, { withClaims: true });
  return {
    hasTaskEnded: history.some(({ event }) => isTerminal(event)),
    facts: history.flatMap(({ event }) => factOf(event, ref)),
  };
}
