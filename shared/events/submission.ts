/** What anybody may publish on `<ns>.tasks.submit` or send to `api.submit` (WIRE.md section 4). */

import { z } from 'zod';
import { isTimeZone } from '../is-time-zone.ts';
import { LimitsInput } from './limits.ts';
import { TaskId, ToolName } from './names.ts';
import { PlanInput } from './plan.ts';
import { Weights } from './shapes.ts';

export const Mode = z.enum(['auto', 'plan', 'react']);
export type Mode = z.infer<typeof Mode>;

export const Submission = z
  .strictObject({
    goal: z
      .string()
      .regex(/\S/, 'a goal says what is wanted; this one is empty')
      .max(20_000)
      .optional(),
    id: TaskId.optional(),
    mode: Mode.default('auto'),
    limits: LimitsInput.default({}),
    input: z.record(z.string(), z.unknown()).optional(),
    plan: PlanInput.optional(),
    answerSchema: z.record(z.string(), z.unknown()).optional(),
    tools: z.array(ToolName).max(200).optional(),
    timeZone: z
      .string()
      .refine(isTimeZone, 'not an IANA time zone, such as Asia/Shanghai')
      .optional(),
    weights: Weights.refine(
      (w) => w.syntax + w.semantics + w.consistency === 1000,
      'the three weights are thousandths and must add up to 1000',
    ).optional(),
  })
  .refine((s) => s.goal !== undefined || s.plan !== undefined, {
    message: 'a submission needs a goal, or a plan',
    path: ['goal'],
  });
export type Submission = z.infer<typeof Submission>;
/** A submission before defaults are filled in. */
export type SubmissionInput = z.input<typeof Submission>;

/** The largest submission that intake takes, in bytes of JSON. */
export const SUBMISSION_BYTES_MAX = 65_536;
