/** `sleep`: takes a while, for tests of what happens meanwhile. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';
import { waitFor } from './wait-for.ts';

const SLEEP_MAX_MS = 600_000;

export const sleep = (): Tool =>
  defineTool({
    name: 'sleep',
    description: 'Waits so many milliseconds, or until the call is aborted.',
    whenToUse: 'In tests and measurements.',
    whenNotToUse: 'To wait for a date or an event.',
    effect: 'read',
    timeoutMs: SLEEP_MAX_MS + 10_000,
    params: z.object({ ms: z.number().int().min(0).max(SLEEP_MAX_MS).describe('Milliseconds') }),
    result: z.object({ sleptMs: z.number().int() }),
    checks: [
      {
        rule: 'slept as long as asked',
        test: 'data.sleptMs = params.ms',
        layer: 'semantics',
        class: 'result',
      },
    ],
    summary: `'slept ' & data.sleptMs & ' ms'`,
    handler: async ({ params: { ms }, signal }) => {
      await waitFor(ms, signal);
      return { sleptMs: ms };
    },
  });
