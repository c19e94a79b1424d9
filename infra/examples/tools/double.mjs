// A tool of your own: LOOPWRIGHT_TOOLS=infra/examples/tools, and the executor serves it.
import { defineTool } from 'loopwright/tool';
import { z } from 'zod';

export const double = defineTool({
  name: 'double',
  description: 'Doubles a number.',
  effect: 'read',
  params: z.object({ n: z.number() }),
  result: z.object({ n: z.number() }),
  handler: async ({ params }) => ({ n: params.n * 2 }),
});
