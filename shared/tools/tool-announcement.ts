/** What an executor announces of a tool in the KV bucket `tools`: the declaration and its texts. */
import { z } from 'zod';
import { canonicalHash } from '../canonical-json.ts';
import { ToolDeclaration } from '../events/shapes.ts';
import type { Tool } from './define-tool.ts';

export const ToolAnnouncement = z.object({
  declaration: ToolDeclaration,
  description: z.string(),
  whenToUse: z.string(),
  whenNotToUse: z.string(),
  cost: z.number(),
  /** The executor that announced it, and when (ISO instant). */
  instance: z.string(),
  announcedAt: z.string(),
});
export type ToolAnnouncement = z.infer<typeof ToolAnnouncement>;

/** zod says a format twice, by its name and as a pattern of some hundred characters; the name says it better. */
const schemaOf = (type: z.ZodType) =>
  z.toJSONSchema(type, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });

/** @returns the declaration as plans record it, with JSON Schemas made from the zod schemas */
export function declarationOf(tool: Tool): z.infer<typeof ToolDeclaration> {
  const [paramsSchema, resultSchema] = [schemaOf(tool.params), schemaOf(tool.result)];
  return {
    name: tool.name,
    version: tool.version,
    schemaHash: canonicalHash([paramsSchema, resultSchema]).slice(0, 16),
    pool: tool.pool,
    effect: tool.effect,
    timeoutMs: tool.timeoutMs,
    retry: tool.retry,
    approval: tool.approval,
    probe: tool.probe !== null,
    fallback: tool.fallback,
    volatile: tool.volatile,
    polling: tool.polling,
    loss: tool.loss,
    breaker: 'closed',
    checks: tool.checks,
    resultSchema,
    paramsSchema,
    emptyIsSuccess: tool.emptyIsSuccess,
    summary: tool.summary,
  };
}
