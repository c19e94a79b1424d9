/** What models said, what endpoints cannot do, breakers, and roles that gave up on a letter. */
import { z } from 'zod';
import { FaultShape, Usage } from './shapes.ts';

const count = z.number().int().min(0);
const anyLog = ['router>log', 'planner>log', 'executor>log', 'observer>log'] as const;
const anyRouter = [
  'router>router',
  'planner>router',
  'executor>router',
  'observer>router',
] as const;

const question = {
  purpose: z.string(),
  question: count,
  provider: z.string(),
  model: z.string(),
  promptVersion: z.string(),
  promptHash: z.string(),
  request: z.unknown(),
  durationMs: z.number().min(0),
};

export const MODEL_EVENTS = {
  'model.replied': {
    routes: anyLog,
    data: z.object({
      ...question,
      raw: z.unknown(),
      value: z.unknown(),
      finishReason: z.string(),
      usage: Usage,
      repairs: z.array(z.string()),
    }),
  },
  'model.failed': { routes: anyLog, data: z.object({ ...question, error: FaultShape }) },
  'model.capabilityLearnt': {
    routes: anyLog,
    data: z.object({
      endpoint: z.string(),
      model: z.string(),
      capability: z.string(),
      value: z.unknown(),
    }),
  },
  'tool.breakerOpened': {
    routes: anyLog,
    data: z.object({ tool: z.string(), failures: count, error: FaultShape, cause: z.string() }),
  },
  'tool.breakerClosed': { routes: anyLog, data: z.object({ tool: z.string(), cause: z.string() }) },
  'role.failed': {
    routes: anyRouter,
    data: z.object({
      role: z.string(),
      eventId: z.string(),
      code: z.string(),
      reason: z.string(),
      deliveries: count,
    }),
  },
} as const;
