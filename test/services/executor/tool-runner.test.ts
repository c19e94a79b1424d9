import { expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf } from '../../../services/executor/tool-error.ts';
import { ToolRunner } from '../../../services/executor/tool-runner.ts';
import { defineTool, ToolError } from '../../../shared/tools/define-tool.ts';

const down = defineTool({
  name: 'down',
  description: 'Is always away.',
  effect: 'once',
  breaker: { failures: 2, openMs: 7_000 },
  params: z.object({}),
  result: z.object({}),
  handler: async () => {
    throw new ToolError({ code: 'UNAVAILABLE', message: 'away', retryable: true });
  },
});

it('says of an open breaker how long it stays open, and that nothing was called', async () => {
  const runner = new ToolRunner([down]);
  const invocation = {
    params: {},
    idempotencyKey: 'k',
    log: () => undefined,
    progress: () => undefined,
  };
  const call = (): Promise<unknown> =>
    runner.try('down', invocation, new AbortController().signal).catch((thrown: unknown) => thrown);
  const failures = [await call(), await call(), await call()].map((thrown) => failureOf(thrown, 1));
  expect(failures.map(({ fault }) => fault.code)).toEqual([
    'UNAVAILABLE',
    'UNAVAILABLE',
    'BREAKER_OPEN',
  ]);
  expect(failures[2]).toMatchObject({
    isCertain: true,
    fault: { retryable: true, retryAfterMs: 7_000 },
  });
});
