import { describe, expect, it } from 'vitest';
import { mismatch } from '../../../shared/json-schema/schema-mismatch.ts';
import * as replies from '../../../shared/model/replies.ts';
import { replySchema } from '../../../shared/model/reply-schema.ts';

const { Refused: _Refused, ...asked } = replies;

describe('replySchema', () => {
  for (const [name, schema] of Object.entries(asked)) {
    it(`has an object at the root, and lets the model refuse (${name})`, () => {
      const made = replySchema(schema);
      expect(made).toMatchObject({ type: 'object', anyOf: expect.any(Array) });
      expect(made).not.toHaveProperty('$schema');
      expect(mismatch(made, { refused: 'no' })).toBeNull();
      expect(mismatch(made, { cure: 'no' })).not.toBeNull();
      expect(replySchema(schema)).toBe(made);
    });
  }

  it('is that of what is written, before defaults and transforms', () => {
    expect(mismatch(replySchema(replies.PlanReply), { steps: [{ id: 1 }] })).toBeNull();
  });
});
