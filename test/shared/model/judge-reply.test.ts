import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { judgeReply } from '../../../shared/model/judge-reply.ts';
import { ActReply, PlanReply } from '../../../shared/model/replies.ts';

const reading = (value: unknown) => ({ kind: 'value', value, text: 'text', repairs: [] }) as const;

describe('judgeReply', () => {
  it('gives the parsed value, defaults filled in', () => {
    const steps = [{ id: 1, tool: 'noop' }];
    expect(judgeReply(reading({ steps }), { schema: PlanReply })).toMatchObject({
      kind: 'answered',
      value: { steps: [{ id: '1', tool: 'noop', dependsOn: [] }] },
    });
  });

  it('names path and fault of each place', () => {
    const judged = judgeReply(reading({ tool: 'no tool!', params: [] }), { schema: ActReply });
    expect(judged).toMatchObject({ kind: 'rejected', text: 'text' });
    for (const place of ['tool: a tool name is', 'params: ', 'why: '])
      expect(judged).toHaveProperty('problem', expect.stringContaining(place));
  });

  it('goes into the branch of a union that fits best, and names the whole where there is no path', () => {
    const schema = z.object({
      at: z.union([
        z.object({ x: z.literal('a'), y: z.number(), w: z.number() }),
        z.object({ z: z.number() }),
      ]),
    });
    expect(judgeReply(reading({ at: {} }), { schema })).toMatchObject({
      problem: expect.stringMatching(/^at\.z: /),
    });
    expect(judgeReply(reading('text'), { schema })).toMatchObject({
      problem: expect.stringMatching(/^\(whole\): /),
    });
  });

  it('keeps its words within bounds', () => {
    const schema = z.strictObject({});
    const judged = judgeReply(reading({ ['k'.repeat(100_000)]: 1 }), { schema });
    expect(judged.kind === 'rejected' && judged.problem.length).toBe(2_000);
  });

  it('asks the check only about what fits', () => {
    const schema = z.object({ a: z.number() });
    const check = ({ a }: { a: number }) => (a === 1 ? null : `a: ${a} is not 1`);
    expect(judgeReply(reading({ a: 1 }), { schema, check })).toMatchObject({ kind: 'answered' });
    expect(judgeReply(reading({ a: 2 }), { schema, check })).toMatchObject({
      problem: 'a: 2 is not 1',
    });
    expect(judgeReply(reading({}), { schema, check })).toMatchObject({
      problem: expect.stringMatching(/^a: /),
    });
  });

  it('takes a refusal before the schema, and passes on what was never a value', () => {
    const schema = z.object({});
    expect(judgeReply(reading({ refused: 'no' }), { schema })).toEqual({
      kind: 'refused',
      reason: 'no',
      cure: '',
    });
    expect(judgeReply(reading({ refused: '' }), { schema })).toMatchObject({ kind: 'answered' });
    const filtered = { kind: 'filtered', reason: 'policy' } as const;
    expect(judgeReply(filtered, { schema })).toBe(filtered);
  });
});
