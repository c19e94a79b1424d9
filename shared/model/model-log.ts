/** The part of the log that the model port needs, and on whose behalf it writes there. */
import type { BlobStore } from '../log/blob-store.ts';
import type { EventLog } from '../log/event-log.ts';

export type ModelLog = {
  readonly events: Pick<EventLog, 'append' | 'readTask'>;
  readonly blobs: Pick<BlobStore, 'outline' | 'inline'>;
  readonly from: 'planner' | 'observer';
};
