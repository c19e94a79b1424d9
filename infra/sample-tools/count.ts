/** `count`: an effect whose executions can be counted afterwards, for tests of invariant I6. */
import { z } from 'zod';
import { defineTool, type Probed, type Tool } from '../../shared/tools/define-tool.ts';
import { appendToLedger, ledgerFile, totalAt } from './ledger.ts';
import { waitFor } from './wait-for.ts';

const DELAY_MAX_MS = 60_000;

const Params = z.object({
  ledger: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'a ledger name is letters, digits, "_" and "-"')
    .default('count')
    .describe('Name of the ledger file'),
  by: z.number().int().min(-1_000_000).max(1_000_000).default(1).describe('What to add'),
  delayMs: z
    .number()
    .int()
    .min(0)
    .max(DELAY_MAX_MS)
    .default(0)
    .describe('Milliseconds to wait before the effect, and again after it'),
});

const Result = z.object({ ledger: z.string(), by: z.number().int(), total: z.number().int() });

/** @param home the folder that holds `ledger` */
export const count = (home: string): Tool =>
  defineTool({
    name: 'count',
    description: 'Adds a line to a ledger file and returns the total so far.',
    whenToUse: 'In tests that count executions.',
    whenNotToUse: 'To count or add up anything else.',
    effect: 'once',
    timeoutMs: 2 * DELAY_MAX_MS + 10_000,
    params: Params,
    result: Result,
    checks: [
      {
        rule: 'added what was asked',
        test: 'data.by = ($exists(params.by) ? params.by : 1)',
        layer: 'consistency',
        class: 'result',
      },
    ],
    summary: `'ledger ' & data.ledger & ' at ' & data.total`,
    handler: async ({ params: { ledger, by, delayMs }, idempotencyKey, signal }) => {
      const file = ledgerFile(home, ledger);
      await waitFor(delayMs, signal);
      await appendToLedger(file, idempotencyKey, by);
      // Cut off here, the effect has happened all the same, and so says the result.
      await waitFor(delayMs, signal).catch(() => {});
      return { ledger, by, total: (await totalAt(file, idempotencyKey)) ?? by };
    },
    probe: async ({ params: { ledger, by }, idempotencyKey }): Promise<Probed> => {
      try {
        const total = await totalAt(ledgerFile(home, ledger), idempotencyKey);
        if (total === undefined) return { outcome: 'absent' };
        return {
          outcome: 'happened',
          result: { status: 'success', data: { ledger, by, total }, error: null },
        };
      } catch {
        return { outcome: 'unknown' };
      }
    },
  });
