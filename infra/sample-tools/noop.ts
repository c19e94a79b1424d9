/** `noop`: does nothing, for tests and measurements of everything around a tool. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';

const Echo = z.record(z.string(), z.unknown());

export const noop = (): Tool =>
  defineTool({
    name: 'noop',
    description: 'Does nothing and returns the parameters that it was given.',
    whenToUse: 'In tests and measurements.',
    whenNotToUse: 'For work of any kind.',
    effect: 'read',
    params: Echo,
    result: z.object({ ok: z.literal(true), echo: Echo.optional() }),
    summary: `'ok'`,
    handler: async ({ params }) =>
      Object.keys(params).length === 0
        ? { ok: true as const }
        : { ok: true as const, echo: params },
  });
