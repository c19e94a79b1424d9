/** The JSON Schema of what is asked for, refusal included, as endpoints are told it. */
import { z } from 'zod';
import { Refused } from './replies.ts';

const known = new WeakMap<z.ZodType, Readonly<Record<string, unknown>>>();

/** Endpoints want an object at the root; which of its forms it has is said by `anyOf`. */
export function replySchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  let made = known.get(schema);
  if (made === undefined) {
    // `$schema` is refused by some endpoints.
    const { $schema: _dialect, ...rest } = z.toJSONSchema(z.union([Refused, schema]), {
      io: 'input',
      unrepresentable: 'any',
    });
    made = { type: 'object', ...rest };
    known.set(schema, made);
  }
  return made;
}
