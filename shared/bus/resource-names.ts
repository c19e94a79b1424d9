/** The names of streams, buckets and durables (WIRE.md section 1). A namespace owns its own set. */

export const streamNames = (ns: string) => ({
  events: `${ns}-EVENTS`,
  tasks: `${ns}-TASKS`,
  timers: `${ns}-TIMERS`,
  dlq: `${ns}-DLQ`,
  archive: `${ns}-ARCHIVE`,
});

export const bucketNames = (ns: string) => ({
  tasks: `${ns}-tasks`,
  tools: `${ns}-tools`,
  leases: `${ns}-leases`,
  blobs: `${ns}-blobs`,
});

/** `router-<epoch>`: taking over makes a new one, which voids a zombie's late acks. */
export const routerDurable = (epoch: number): string => `router-${epoch}`;
export const executorDurable = (pool: string): string => `executor-${pool}`;
export const DURABLES = {
  planner: 'planner',
  observer: 'observer',
  index: 'index',
  intake: 'intake',
  timers: 'timers',
} as const;
