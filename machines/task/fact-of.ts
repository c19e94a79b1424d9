/** From a recorded event to what the task machine sees of it. */
import type { LoopEvent } from '../../shared/events/catalog.ts';
import { TASK_FACTS, type TaskFact } from './task-state.ts';

const KNOWN = new Set<string>(TASK_FACTS);

export const factOf = (event: LoopEvent): TaskFact | null =>
  KNOWN.has(event.type)
    ? ({ type: event.type, at: event.time, data: event.data } as TaskFact)
    : null;

/** The writer's role, from the envelope's source. */
const writerOf = (event: LoopEvent): string =>
  event.source.slice(event.source.lastIndexOf('/') + 1);

/** True for the events that the router folds: its inbox, and its own decisions. */
export const isRoutersOwn = (event: LoopEvent): boolean => writerOf(event) === 'router';
export const concernsRouter = (event: LoopEvent): boolean =>
  event.recipient === 'router' || isRoutersOwn(event);
