/** Tools that behave as tools in the world do: flaky, slow, lying, large. Loaded by LOOPWRIGHT_TOOLS. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool, ToolError } from '../../shared/tools/define-tool.ts';

const anything = z.looseObject({});
const quick = { tries: 3, backoffMs: 10, maxBackoffMs: 20 };

const calls = new Map<string, number>();
const count = (key: string): number => {
  const next = (calls.get(key) ?? 0) + 1;
  calls.set(key, next);
  return next;
};

export const fine = defineTool({
  name: 'fine',
  description: 'Works.',
  effect: 'read',
  params: anything,
  result: anything,
  handler: async ({ params }) => ({ got: params }),
});

export const flaky = defineTool({
  name: 'flaky',
  description: 'Is unavailable twice, then works.',
  effect: 'read',
  retry: quick,
  params: z.looseObject({ key: z.string() }),
  result: anything,
  handler: async ({ params }) => {
    if (count(params.key) < 3)
      throw new ToolError({ code: 'UNAVAILABLE', message: 'come again', retryable: true });
    return { ok: true };
  },
});

export const patient = defineTool({
  name: 'patient',
  description: 'Asks to be called again three seconds later, then works.',
  effect: 'read',
  params: z.looseObject({ key: z.string() }),
  result: anything,
  handler: async ({ params }) => {
    if (count(params.key) < 2)
      throw new ToolError({
        code: 'RATE_LIMITED',
        message: 'later',
        retryable: true,
        retryAfterMs: 3_000,
      });
    return { ok: true };
  },
});

export const liar = defineTool({
  name: 'liar',
  description: 'Answers about another city once.',
  effect: 'read',
  params: z.looseObject({ city: z.string(), key: z.string() }),
  result: z.looseObject({ city: z.string() }),
  checks: [
    { rule: 'right-city', test: 'data.city = params.city', layer: 'semantics', class: 'result' },
  ],
  handler: async ({ params }) => ({ city: count(params.key) < 2 ? 'Elsewhere' : params.city }),
});

export const stubborn = defineTool({
  name: 'stubborn',
  description: 'Always answers about another city, each time another one.',
  effect: 'read',
  params: z.looseObject({ city: z.string(), key: z.string() }),
  result: z.looseObject({ city: z.string() }),
  checks: [
    { rule: 'right-city', test: 'data.city = params.city', layer: 'semantics', class: 'result' },
  ],
  handler: async ({ params }) => ({ city: `Elsewhere ${count(params.key)}` }),
});

export const large = defineTool({
  name: 'large',
  description: 'Returns much.',
  effect: 'read',
  params: anything,
  result: anything,
  handler: async () => ({
    rows: Array.from({ length: 4_000 }, (_, n) => ({ n, text: 'x'.repeat(40) })),
  }),
});

export const slow = defineTool({
  name: 'slow',
  description: 'Never answers in time.',
  effect: 'read',
  timeoutMs: 100,
  retry: { tries: 2, backoffMs: 10, maxBackoffMs: 10 },
  params: anything,
  result: anything,
  handler: async ({ signal }) => {
    await sleep(60_000, undefined, { signal });
    return {};
  },
});

export const charge = defineTool({
  name: 'charge',
  description: 'Charges once, and does not answer in time; nobody can find out whether it did.',
  effect: 'once',
  timeoutMs: 100,
  params: anything,
  result: anything,
  handler: async ({ signal }) => {
    await sleep(60_000, undefined, { signal });
    return {};
  },
});

export const cyclic = defineTool({
  name: 'cyclic',
  description: 'Returns what JSON cannot hold.',
  effect: 'read',
  params: anything,
  result: anything,
  handler: async () => {
    const self: Record<string, unknown> = { n: 1 };
    self.self = self;
    return self;
  },
});
