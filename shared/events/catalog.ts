/**
 * The closed union of all events. One table is the only source of types, validation, JSON Schemas and
 * `infra/asyncapi.yaml`: a new event is one row in one of the files imported here.
 */
import type { z } from 'zod';
import { CLIENT_EVENTS } from './client-events.ts';
import type { Envelope } from './envelope.ts';
import { MODEL_EVENTS } from './model-events.ts';
import { PLANNER_EVENTS } from './planner-events.ts';
import { ROUTER_EVENTS } from './router-events.ts';
import { STEP_EVENTS } from './step-events.ts';

export const CATALOG = {
  ...CLIENT_EVENTS,
  ...PLANNER_EVENTS,
  ...STEP_EVENTS,
  ...ROUTER_EVENTS,
  ...MODEL_EVENTS,
} as const;

export type EventType = keyof typeof CATALOG;
export type EventData<T extends EventType> = z.infer<(typeof CATALOG)[T]['data']>;

/** One event with its envelope; narrow it by `type`. */
export type EventOf<T extends EventType> = T extends EventType
  ? Omit<Envelope, 'type' | 'data'> & { readonly type: T; readonly data: EventData<T> }
  : never;
export type LoopEvent = EventOf<EventType>;

export const EVENT_TYPES = Object.keys(CATALOG) as EventType[];

export const isEventType = (type: string): type is EventType => Object.hasOwn(CATALOG, type);

/** The first of these in the log is the end of its task. */
export const TERMINAL_TYPES = ['task.completed', 'task.failed', 'task.cancelled'] as const;
export type TerminalType = (typeof TERMINAL_TYPES)[number];

export const isTerminal = (event: LoopEvent): event is EventOf<TerminalType> =>
  (TERMINAL_TYPES as readonly string[]).includes(event.type);
