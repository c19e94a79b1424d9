/**
 * Fast validators of events: JSON Schemas made from the zod schemas, compiled by ajv. Every letter passes
 * here on every hop, and zod, which copies what it checks, would cost more than the rest of the hop. What
 * ajv refuses is checked once more by zod, whose words are better.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';

// Formats are patterns as well in these schemas, so the patterns are enough.
const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** @returns a check against the schema's output form; fields that a newer writer added are let through */
export function validatorOf(schema: z.ZodType): ValidateFunction {
  const jsonSchema = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      if (zodSchema._zod.def.type === 'object') delete json.additionalProperties;
    },
  });
  return ajv.compile(jsonSchema);
}
