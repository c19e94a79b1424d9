/** Plans of other people with their labels, which are read only here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlanLine } from '../../../infra/plans/judge-plan.ts';
import { checkPlansOf } from '../../../infra/plans/plans-command.ts';

const shared = process.env.LOOPWRIGHT_SHARED;

type Labelled = {
  readonly id: string;
  readonly graph?: string;
  readonly optimalSeconds?: readonly [number, number];
  readonly faults?: readonly { readonly kind: string }[];
};

const linesOf = <T>(text: string): T[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

const judged = (file: string, ...options: string[]) => {
  const path = join(shared ?? '', 'data', file);
  const { stdout, exitCode } = checkPlansOf([path, ...options]);
  expect(exitCode).toBe(0);
  const lines = linesOf<PlanLine>(stdout);
  const rows = linesOf<Labelled>(readFileSync(path, 'utf8'));
  expect(lines.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  return rows.map((row, index) => ({ row, line: lines[index]! }));
};

describe.skipIf(shared === undefined)('labelled plans (skipped without LOOPWRIGHT_SHARED)', () => {
  it('are accepted where their graph is ok, and else refused with the code that says why', () => {
    const rows = judged('plans.jsonl');
    expect(rows).toHaveLength(360);
    for (const { row, line } of rows) {
      expect(line, row.id).toMatchObject({ accepted: row.graph === 'ok' });
      if (row.graph !== 'ok') expect(line.codes, row.id).toContain(row.graph);
    }
  });

  it('take, as the task machine dispatches them, the best time possible within 5 %', () => {
    const timed = judged('plans.jsonl').filter(({ row }) => row.optimalSeconds !== undefined);
    expect(timed).toHaveLength(150);
    for (const { row, line } of timed) {
      // Two numbers, because a month has 28 to 31 days.
      const [least = 0, most = 0] = row.optimalSeconds ?? [];
      expect(line.makespanSeconds, row.id).toBeGreaterThanOrEqual(least * 0.95);
      expect(line.makespanSeconds, row.id).toBeLessThanOrEqual(most * 1.05);
    }
  });

  it('are refused with exactly the faults that their labels name', () => {
    const tools = join(shared ?? '', 'data', 'faulty-plans-tools.json');
    const rows = judged('faulty-plans.jsonl', '--tools', tools);
    expect(rows).toHaveLength(150);
    for (const { row, line } of rows) {
      const kinds = new Set(row.faults?.map(({ kind }) => kind));
      expect(line.accepted, row.id).toBe(false);
      expect(new Set(line.codes), row.id).toEqual(kinds);
    }
  });
});
