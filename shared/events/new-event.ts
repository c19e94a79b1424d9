/** How a role writes an event: type, payload and cause in, whole envelope out. */
import { nowIso } from '../clock.ts';
import type { EventData, EventOf, EventType } from './catalog.ts';
import { SCHEMA_VERSION } from './envelope.ts';
import { eventId } from './event-id.ts';

/** Who writes; the `<from>` token of the subject. */
export type Writer = 'client' | 'router' | 'planner' | 'executor' | 'observer' | 'timer';

/** An event before it has its envelope. `to` is the whole recipient token, `executor-gpu` for example. */
export type Draft<T extends EventType = EventType> = {
  [K in T]: {
    readonly type: K;
    readonly taskId: string;
    readonly key?: string | undefined;
    readonly from: Writer;
    readonly to: string;
    readonly data: EventData<K>;
    readonly causationId?: string | undefined;
    readonly traceparent?: string | undefined;
    readonly decided?: {
      readonly at: number;
      readonly stateHash: string;
      readonly machine: string;
    };
  };
}[T];

/**
 * @param namespace the `<ns>` of the subjects
 * @param time ISO instant, now by default
 */
export function newEvent<T extends EventType>(
  namespace: string,
  draft: Draft<T>,
  time: string = nowIso(),
): EventOf<T> {
  const { decided } = draft;
  return {
    specversion: '1.0',
    id: eventId(draft.taskId, draft.type, draft.key),
    source: `/loopwright/${namespace}/${draft.from}`,
    type: draft.type,
    subject: draft.taskId,
    time,
    datacontenttype: 'application/json',
    recipient: draft.to,
    schemaversion: SCHEMA_VERSION,
    ...(draft.causationId === undefined ? {} : { causationid: draft.causationId }),
    ...(draft.traceparent === undefined ? {} : { traceparent: draft.traceparent }),
    ...(decided === undefined
      ? {}
      : { decidedat: decided.at, statehash: decided.stateHash, machineversion: decided.machine }),
    data: draft.data,
  } as EventOf<T>;
}
