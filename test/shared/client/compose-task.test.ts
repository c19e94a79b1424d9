import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { composeTask, type SubmitOptions } from '../../../shared/client/compose-task.ts';
import { Fault } from '../../../shared/errors.ts';
import { readSubmission } from '../../../shared/plan/read-submission.ts';

const plan = { steps: [{ id: 'a', tool: 'noop' }] };
const circle = {
  steps: [
    { id: 'a', dependsOn: ['b'] },
    { id: 'b', dependsOn: ['a'] },
  ],
};
const text = 'x'.repeat(70_000);

const faultOf = (act: () => unknown): Fault => {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown;
    throw thrown;
  }
  throw new TypeError('nothing was thrown');
};
const refusal = (goal: string | undefined, options: object = {}): Fault =>
  faultOf(() => composeTask(goal, options as SubmitOptions));

describe('a submission that a program composes', () => {
  it('has an id of its own, and is read by intake under the same mark', () => {
    const { id, body, bodyHash } = composeTask('Look', { plan, limits: { steps: 3 } });
    const { submission, bodyHash: marked } = readSubmission(body);
    expect(submission).toMatchObject({ id, goal: 'Look', limits: { steps: 3 } });
    expect(bodyHash).toBe(marked);
  });

  it('keeps the id that is given', () => {
    expect(composeTask(undefined, { plan, id: 'mine' }).id).toBe('mine');
  });

  it('carries the JSON Schema of a zod schema, as it takes data in', () => {
    const answerSchema = z.object({ n: z.number().default(1), at: z.coerce.date() });
    const { submission } = readSubmission(composeTask('Look', { answerSchema }).body);
    expect(submission.answerSchema).toMatchObject({
      type: 'object',
      properties: { n: {}, at: {} },
    });
    expect(submission.answerSchema?.required ?? []).not.toContain('n');
  });

  it('carries a JSON Schema as it is', () => {
    const answerSchema = { type: 'object', required: ['n'] };
    const { submission } = readSubmission(composeTask('Look', { answerSchema }).body);
    expect(submission.answerSchema).toEqual(answerSchema);
  });

  it.each<[string, string | undefined, object, { code: string; path?: string }]>([
    ['no goal and no plan', undefined, {}, { code: 'SUBMISSION_INVALID', path: 'goal' }],
    ['an empty goal', ' ', {}, { code: 'SUBMISSION_INVALID', path: 'goal' }],
    ['an unknown field', 'Look', { timezone: 'UTC' }, { code: 'SUBMISSION_INVALID' }],
    [
      'a limit out of range',
      'Look',
      { limits: { steps: 0 } },
      { code: 'SUBMISSION_INVALID', path: 'limits.steps' },
    ],
    ['an id with a wildcard', 'Look', { id: 'a.*' }, { code: 'SUBMISSION_INVALID', path: 'id' }],
    ['a plan in a circle', undefined, { plan: circle }, { code: 'PLAN_CYCLE' }],
    ['what JSON cannot say', 'Look', { input: { n: 1n } }, { code: 'SUBMISSION_INVALID' }],
    ['more than intake takes', 'Look', { input: { text } }, { code: 'SUBMISSION_TOO_LARGE' }],
    [
      'a schema that is none of zod 4',
      'Look',
      { answerSchema: { _def: {}, safeParseAsync: async () => undefined } },
      { code: 'SUBMISSION_INVALID', path: 'answerSchema' },
    ],
  ])('is refused with %s, and says where', (_what, goal, options, expected) => {
    const fault = refusal(goal, options);
    expect(fault).toMatchObject(expected);
    expect(fault.cure).not.toBe('');
  });
});
