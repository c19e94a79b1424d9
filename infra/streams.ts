/**
 * The streams and consumers of a namespace, as data. `provision.ts` makes them so; nothing else creates
 * any. Unknown options are silently ignored by older servers, so provisioning also reads back.
 */
import { DURABLES, executorDurable, streamNames } from '../shared/bus/resource-names.ts';
import { inboxOf } from '../shared/bus/subjects.ts';

const SECOND_NANOS = 1_000_000_000;

/** How long a delivered message may stay silent before it is given to another worker. */
export const ACK_WAIT_MS = 6_000;

export type StreamPlan = {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly retention: 'limits' | 'workqueue';
  readonly storage: 'file';
  readonly discard: 'new' | 'old';
  readonly duplicate_window: number;
  readonly num_replicas: number;
  readonly allow_direct: true;
  readonly deny_delete?: true;
  readonly deny_purge?: true;
  readonly compression?: 's2';
  readonly allow_atomic?: true;
  readonly allow_msg_schedules?: true;
  readonly allow_rollup_hdrs?: true;
};

/** `num_replicas` is the least; more replicas than planned are no weakness. */
const base = {
  storage: 'file',
  duplicate_window: 120 * SECOND_NANOS,
  num_replicas: 1,
  allow_direct: true,
} as const;

export function streamPlans(ns: string): StreamPlan[] {
  const names = streamNames(ns);
  return [
    {
      ...base,
      name: names.events,
      subjects: [`${ns}.ev.>`],
      retention: 'limits',
      discard: 'new',
      deny_delete: true,
      deny_purge: true,
      compression: 's2',
      allow_atomic: true,
    },
    {
      ...base,
      name: names.tasks,
      subjects: [`${ns}.tasks.>`],
      retention: 'workqueue',
      discard: 'new',
    },
    // Schedules need rollup, which excludes deny_purge: so timers have a stream of their own.
    {
      ...base,
      name: names.timers,
      subjects: [`${ns}.timer.>`],
      retention: 'workqueue',
      discard: 'old',
      allow_msg_schedules: true,
      allow_rollup_hdrs: true,
    },
    { ...base, name: names.dlq, subjects: [`${ns}.dlq.>`], retention: 'limits', discard: 'old' },
    {
      ...base,
      name: names.archive,
      subjects: [`${ns}.archive.>`],
      retention: 'limits',
      discard: 'new',
    },
  ];
}

export type DurablePlan = {
  readonly stream: string;
  readonly durable_name: string;
  readonly filter_subjects: readonly string[];
  readonly start?: number;
};

/** The durables that exist from the beginning; the router's carry an epoch and are made by its lease. */
export function durablePlans(ns: string): DurablePlan[] {
  const { events, tasks, timers } = streamNames(ns);
  return [
    { stream: events, durable_name: DURABLES.planner, filter_subjects: [inboxOf(ns, 'planner')] },
    { stream: events, durable_name: DURABLES.observer, filter_subjects: [inboxOf(ns, 'observer')] },
    {
      stream: events,
      durable_name: DURABLES.index,
      filter_subjects: [`${ns}.ev.client.router.*`, `${ns}.ev.router.client.*`],
    },
    { stream: tasks, durable_name: DURABLES.intake, filter_subjects: [`${ns}.tasks.submit`] },
    { stream: timers, durable_name: DURABLES.timers, filter_subjects: [`${ns}.timer.due.*.*`] },
  ];
}

export const executorPlan = (ns: string, pool: string): DurablePlan => ({
  stream: streamNames(ns).events,
  durable_name: executorDurable(pool),
  filter_subjects: [inboxOf(ns, `executor-${pool}`)],
});

export const routerPlan = (ns: string, durable: string, start: number): DurablePlan => ({
  stream: streamNames(ns).events,
  durable_name: durable,
  filter_subjects: [inboxOf(ns, 'router')],
  start,
});
