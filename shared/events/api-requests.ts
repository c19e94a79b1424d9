/** What the verbs of `<ns>.api.<verb>` take (WIRE.md section 5); `submit` takes a `Submission`. */
import { z } from 'zod';
import { TaskId } from './names.ts';
import { TaskStatus } from './router-events.ts';

/** Who says so, for the log. */
const by = z.string().default('api');

export const GetRequest = z.object({ id: TaskId });
export const CancelRequest = GetRequest.extend({ reason: z.string().default('cancelled'), by });
export const AnswerRequest = GetRequest.extend({
  requestId: z.string(),
  answer: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
  text: z.string().optional(),
  grant: z.number().min(0).optional(),
  by,
});
export const ExtendRequest = GetRequest.extend({ limit: z.string(), grant: z.number().min(0), by });
export const PauseRequest = GetRequest.extend({ by, where: z.string().optional() });
export const ListRequest = z.object({
  status: TaskStatus.optional(),
  limit: z.number().int().min(1).max(1_000).default(50),
  /** The last id of the page before. */
  after: TaskId.optional(),
});
