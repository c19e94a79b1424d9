import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf, parsedResult } from '../../../shared/client/answer-schema.ts';
import type { TaskResult } from '../../../shared/client/task-result.ts';
import { NOTHING_SPENT } from '../../../shared/events/shapes.ts';

const counts = { accepted: 1, failed: 0, skipped: 0, cancelled: 0, total: 1 };
const common = { id: 't1', decisions: [], counts, usage: NOTHING_SPENT };
const completed = (data: unknown): TaskResult => ({
  ...common,
  status: 'completed',
  answer: 'done',
  data,
});

describe('the data of an answer', () => {
  it('is what the schema yields, defaults and transforms included', async () => {
    const schema = z.object({ n: z.number().default(7), at: z.coerce.date() });
    const result = await parsedResult(completed({ at: '2026-12-10' }), schema);
    expect(result.data).toEqual({ n: 7, at: new Date('2026-12-10') });
  });

  it('is refused with a code and a place when it breaks what only the schema can say', async () => {
    const even = z.object({ n: z.number().refine((n) => n % 2 === 0, 'not even') });
    await expect(parsedResult(completed({ n: 3 }), even)).rejects.toMatchObject({
      code: 'ANSWER_MISMATCH',
      path: 'answerSchema',
      facts: expect.stringContaining('n: not even'),
    });
  });

  it('may be checked by a rule that takes its time', async () => {
    const slowly = z.object({ n: z.number().refine(async (n) => n > 0, 'not positive') });
    expect((await parsedResult(completed({ n: 1 }), slowly)).data).toEqual({ n: 1 });
  });

  it('stays as it is under a JSON Schema, and without a schema', async () => {
    const result = completed({ n: 3 });
    expect(await parsedResult(result, undefined)).toBe(result);
    expect(await parsedResult(result, { type: 'object' })).toBe(result);
  });

  it('is not looked for in a task that did not complete', async () => {
    const cancelled: TaskResult = {
      ...common,
      status: 'cancelled',
      answer: null,
      data: null,
      reason: 'enough',
      partial: {},
    };
    expect(await parsedResult(cancelled, z.object({ n: z.number() }))).toBe(cancelled);
  });

  it('has no JSON Schema when its schema goes round in a way that none can say', () => {
    const broken = {
      _zod: { output: undefined, def: { type: 'nothing' } },
      safeParseAsync: () => 1,
    };
    expect(() => jsonSchemaOf(broken as never)).toThrow(/answerSchema has no JSON Schema/);
  });
});
