/** What the verbs of `<ns>.api.<verb>` reply, checked before a program is given it. */
import { z } from 'zod';
import { Fault } from '../errors.ts';
import { ROUTER_EVENTS, TaskRow, TaskStatus } from '../events/router-events.ts';
import { IndexEntry } from '../log/task-index.ts';
import { callApi } from './call-api.ts';
import type { ClientBus } from './client-bus.ts';

const StepDetails = z.looseObject({
  id: z.string(),
  revision: z.number(),
  tool: z.string().nullable(),
  description: z.string(),
  dependsOn: z.array(z.string()),
  status: z.enum([
    'waiting',
    'thinking',
    'acting',
    'observing',
    'accepted',
    'failed',
    'skipped',
    'cancelled',
  ]),
  attempt: z.number(),
  /** Thousandths; null before the first verdict. */
  score: z.number().nullable(),
  params: z.record(z.string(), z.unknown()),
  summary: z.string(),
  /** Why the last attempt was not accepted. */
  feedback: z.string().nullable(),
});

export const TaskDetails = z.looseObject({
  id: z.string(),
  row: TaskRow,
  submittedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  plan: z.looseObject({ revision: z.number() }),
  steps: z.array(StepDetails),
  /** The open question. */
  request: ROUTER_EVENTS['human.requested'].data.nullable(),
  /** How it ended: `status`, and the data of its terminal event. */
  result: z.looseObject({ status: TaskStatus }).optional(),
  /** Why nothing happens any more, when a role met an event that it cannot read. */
  stalled: z.string().nullable(),
});
export type TaskDetails = z.infer<typeof TaskDetails>;

export const TaskPage = z.object({
  tasks: z.array(IndexEntry),
  /** For `after`, when there are more. */
  next: z.string().optional(),
});
export type TaskPage = z.infer<typeof TaskPage>;

export const SteeredTask = z.object({ id: z.string(), status: z.string() });
export type SteeredTask = z.infer<typeof SteeredTask>;

export const AnsweredRequest = z.object({ id: z.string(), requestId: z.string() });

/**
 * @throws {Fault} `ROLE_UNREACHABLE` when no router answers; whatever it refuses; `INTERNAL` for a reply of
 * another form
 */
export async function askApi<T>(
  bus: ClientBus,
  verb: string,
  body: object,
  schema: z.ZodType<T>,
): Promise<T> {
  const reply = schema.safeParse(await callApi(bus, verb, body));
  if (reply.success) return reply.data;
  const facts = `The reply of ${verb} has another form than this version reads.`;
  throw new Fault('INTERNAL', facts, { cause: reply.error });
}
