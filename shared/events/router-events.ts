/** What the router tells the client, and what it notes for itself. Each carries the whole task row. */
import { z } from 'zod';
import { PlanStep } from './plan.ts';
import { Counts, Ref, Spent } from './shapes.ts';

const count = z.number().int().min(0);
const moment = z.iso.datetime();

export const TASK_STATUSES = [
  'queued',
  'thinking',
  'acting',
  'observing',
  'waiting',
  'completed',
  'failed',
  'cancelled',
] as const;
export const TaskStatus = z.enum(TASK_STATUSES);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** The row of the task index; whoever sees one such event can write the whole row. */
export const TaskRow = z.object({
  status: TaskStatus,
  goal: z.string(),
  counts: Counts,
  usage: Spent,
});
export type TaskRow = z.infer<typeof TaskRow>;

/** One link of the decision chain that the result carries. */
export const Decision = z.object({
  sequence: count,
  role: z.string(),
  what: z.enum(['plan', 'parameters', 'tool', 'verdict', 'correction', 'answer']),
  stepId: z.string().optional(),
  choice: z.string(),
  why: z.string(),
  score: count.optional(),
});
export type Decision = z.infer<typeof Decision>;

export const Partial = z.record(z.string(), z.object({ summary: z.string(), data: z.unknown() }));
export type Partial = z.infer<typeof Partial>;

const row = { row: TaskRow };
const end = { decisions: z.array(Decision), counts: Counts, usage: Spent, ...row };

export const ROUTER_EVENTS = {
  'task.adopted': {
    routes: ['router>log'],
    data: z.object({ epoch: count, instance: z.string() }),
  },
  'task.planned': {
    routes: ['router>client'],
    data: z.object({
      revision: count,
      steps: z.array(
        PlanStep.pick({
          id: true,
          kind: true,
          tool: true,
          description: true,
          dependsOn: true,
          subtask: true,
        }),
      ),
      j: z.number(),
      ...row,
    }),
  },
  'human.requested': {
    routes: ['router>client'],
    data: z.object({
      requestId: z.string(),
      kind: z.enum(['approval', 'clarification', 'escalation', 'limit']),
      question: z.string(),
      answers: z.array(z.string()),
      ref: Ref.optional(),
      call: z.record(z.string(), z.unknown()).optional(),
      expiresAt: moment,
      default: z.string(),
      ...row,
    }),
  },
  'limit.warned': {
    routes: ['router>client'],
    data: z.object({
      limit: z.string(),
      value: z.number(),
      max: z.number(),
      partial: Partial,
      ...row,
    }),
  },
  'limit.reached': {
    routes: ['router>client'],
    data: z.object({
      limit: z.string(),
      value: z.number(),
      max: z.number(),
      partial: Partial,
      ...row,
    }),
  },
  'task.completed': {
    routes: ['router>client'],
    data: z.object({ answer: z.string(), data: z.unknown(), ...end }),
  },
  'task.failed': {
    routes: ['router>client'],
    data: z.object({
      class: z.string(),
      code: z.string(),
      reason: z.string(),
      cure: z.string(),
      partial: Partial,
      ...end,
    }),
  },
  'task.cancelled': {
    routes: ['router>client'],
    data: z.object({ reason: z.string(), by: z.string(), partial: Partial, ...end }),
  },
} as const;
