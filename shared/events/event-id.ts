/**
 * Content ids (I4): an event's id says what it is about, never when or by whom it was written. The keys
 * are the grammar of WIRE.md section 1.
 */
import { createHash } from 'node:crypto';
import type { Ref } from './shapes.ts';

/** `<taskId>/<type>[/<key>]` */
export const eventId = (taskId: string, type: string, key?: string): string =>
  key === undefined ? `${taskId}/${type}` : `${taskId}/${type}/${key}`;

/** `r2.s3.a1` */
export const attemptKey = (ref: Ref): string => `r${ref.revision}.${ref.stepId}.a${ref.attempt}`;

/** `r2-s3-a1`: the claim's subject token, and the stem of a step's timers. */
export const stepKey = (ref: Ref): string => `r${ref.revision}-${ref.stepId}-a${ref.attempt}`;

/** The first 8 hexadecimal digits of SHA-256, as several keys end. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);
