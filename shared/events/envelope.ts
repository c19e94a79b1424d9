/**
 * The envelope: CloudEvents 1.0 in structured JSON, with the extensions of WIRE.md section 1. An
 * exported log is this, one a line, with `sequence` added.
 */
import { z } from 'zod';

/** The schema version this code writes and the newest that it reads (I7: a newer one stalls its task). */
export const SCHEMA_VERSION = 1;

export const CONTENT_TYPE = 'application/cloudevents+json';

export const Envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1).max(400),
  source: z.string().regex(/^\/loopwright\/[^/]+\/[a-z]+$/),
  type: z.string(),
  subject: z.string(),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  recipient: z.string(),
  schemaversion: z.number().int().min(1),
  causationid: z.string().optional(),
  traceparent: z.string().optional(),
  decidedat: z.number().int().min(0).optional(),
  statehash: z.string().optional(),
  machineversion: z.string().optional(),
  data: z.unknown(),
});
export type Envelope = z.infer<typeof Envelope>;
