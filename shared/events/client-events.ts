/** Events that a client writes (or intake and schedules on its behalf). */
import { z } from 'zod';
import { Limits } from './limits.ts';
import { TaskId, ToolName } from './names.ts';
import { GivenPlan } from './plan.ts';
import { Weights } from './shapes.ts';
import { Mode } from './submission.ts';

export const CLIENT_EVENTS = {
  'task.submitted': {
    routes: ['client>router'],
    data: z.object({
      goal: z.string(),
      mode: Mode,
      limits: Limits,
      weights: Weights,
      input: z.record(z.string(), z.unknown()),
      plan: GivenPlan.optional(),
      answerSchema: z.record(z.string(), z.unknown()).optional(),
      tools: z.array(ToolName).optional(),
      now: z.iso.datetime(),
      timeZone: z.string(),
      bodyHash: z.string(),
    }),
  },
  'task.cancelRequested': {
    routes: ['client>router'],
    data: z.object({ reason: z.string(), by: z.string() }),
  },
  'task.pauseRequested': {
    routes: ['client>router'],
    data: z.object({ by: z.string(), where: z.string().optional() }),
  },
  'task.resumeRequested': { routes: ['client>router'], data: z.object({ by: z.string() }) },
  'limit.extended': {
    routes: ['client>router'],
    data: z.object({ by: z.string(), limit: z.string(), grant: z.number().min(0) }),
  },
  'human.answered': {
    routes: ['client>router'],
    data: z.object({
      requestId: z.string(),
      answer: z.string(),
      params: z.record(z.string(), z.unknown()).optional(),
      text: z.string().optional(),
      grant: z.number().min(0).optional(),
      by: z.string(),
    }),
  },
  'task.forked': {
    routes: ['client>router'],
    data: z.object({
      parent: z.object({ taskId: TaskId, atSequence: z.number().int().min(0) }),
      changes: z.record(z.string(), z.unknown()),
    }),
  },
  'timer.fired': {
    routes: ['timer>router'],
    data: z.object({ timerId: z.string(), dueAt: z.iso.datetime() }),
  },
} as const;
