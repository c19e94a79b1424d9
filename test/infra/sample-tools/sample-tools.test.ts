// What holds for every sample tool, and for the plans under infra/examples that use them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSampleProvider } from '../../../infra/sample-provider/sample-provider.ts';
import { sampleTools } from '../../../infra/sample-tools/sample-tools.ts';
import { evaluateBindings } from '../../../shared/bindings/bindings.ts';
import { safeJsonata } from '../../../shared/bindings/safe-jsonata.ts';
import { PlanInput, type PlanStep } from '../../../shared/events/plan.ts';
import { isTool, type Tool } from '../../../shared/tools/define-tool.ts';
import { declarationOf } from '../../../shared/tools/tool-announcement.ts';
import { effectsOf } from '../sample-provider/ask-provider.ts';
import { brokenRules, callTool } from './call-tool.ts';

const home = mkdtempSync(join(tmpdir(), 'loopwright-samples-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const all = sampleTools({ providerUrl: null, home });

const planOf = (name: string): PlanInput => {
  const file = new URL(`../../../infra/examples/${name}.json`, import.meta.url);
  return PlanInput.parse(JSON.parse(readFileSync(file, 'utf8')));
};

const toolOf = (tools: Tool[], { tool: name }: PlanStep): Tool => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new TypeError(`there is no tool ${name}`);
  return tool;
};

/** Runs a plan's steps in their order, each checked by its tool's rules and its own. */
async function run(
  { steps }: PlanInput,
  tools: Tool[],
): Promise<Record<string, Record<string, unknown>>> {
  const results: Record<string, Record<string, unknown>> = {};
  for (const step of steps) {
    const tool = toolOf(tools, step);
    const { params } = await evaluateBindings(step.params, results);
    expect(await tool.checkParams(tool.params.parse(params))).toBeNull();
    const data = await callTool(tool, params, { key: step.id });
    expect(await brokenRules(tool, params, data)).toEqual([]);
    for (const { test: expression } of step.expect) {
      expect(await safeJsonata(expression).evaluate({ params, data, results, spec: {} })).toBe(
        true,
      );
    }
    results[step.id] = data;
  }
  return results;
}

test('there is one tool of each name, with the effect that is declared for it', () => {
  expect(all.every(isTool)).toBe(true);
  expect(Object.fromEntries(all.map(({ name, effect }) => [name, effect]))).toEqual({
    query_flight: 'read',
    query_hotel: 'read',
    get_weather: 'read',
    book_flight: 'once',
    book_hotel: 'once',
    book_transfer: 'once',
    git_log: 'read',
    send_email: 'idempotent',
    send_reminder: 'idempotent',
    noop: 'read',
    sleep: 'read',
    count: 'once',
  });
});

test.each(all)('$name can be announced, and its rules are allowed expressions', (tool) => {
  const { paramsSchema, probe, effect } = declarationOf(tool);
  expect(paramsSchema).toMatchObject({ type: 'object' });
  expect(probe).toBe(effect === 'once');
  for (const { test: expression } of tool.checks)
    expect(() => safeJsonata(expression)).not.toThrow();
  expect(() => safeJsonata(tool.summary ?? '')).not.toThrow();
});

test('every parameter of every tool is described', () => {
  for (const tool of all.filter(({ name }) => name !== 'noop')) {
    const { properties } = declarationOf(tool).paramsSchema as {
      properties: Record<string, { description?: string }>;
    };
    for (const [name, { description }] of Object.entries(properties))
      expect(description, `${tool.name}.${name}`).toBeTruthy();
  }
});

test('the travel plan books the cheapest in stock, within the budget, once each', async () => {
  const provider = await startSampleProvider();
  try {
    const { s1, s2, s3, s4 } = await run(
      planOf('travel'),
      sampleTools({ providerUrl: provider.url, home }),
    );
    const cheapest = (rows: unknown) =>
      (rows as { stock: number; price: number }[])
        .filter(({ stock }) => stock > 0)
        .toSorted((a, b) => a.price - b.price)[0];
    expect(s3).toMatchObject({ price: cheapest(s1?.flights)?.price, passenger_name: '张三' });
    expect(s4).toMatchObject({ price: cheapest(s2?.hotels)?.price, guest_name: '张三' });
    expect(await effectsOf(provider.url)).toEqual({
      s3: { effects: 1, calls: 1, kind: 'flight' },
      s4: { effects: 1, calls: 1, kind: 'hotel' },
    });
  } finally {
    await provider.close();
  }
});

test.each([1, 3])(
  'the weekly report quotes each of %i commits by hash and subject',
  async (commits) => {
    const workFolder = join(home, `repository-${commits}`);
    mkdirSync(workFolder);
    const git = (...args: string[]) =>
      execFileSync(
        'git',
        ['-C', workFolder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args],
        { encoding: 'utf8' },
      );
    git('init', '--quiet');
    for (let index = 0; index < commits; index += 1)
      git('commit', '--quiet', '--allow-empty', '-m', `第${index}次 "change"`);
    const { s2 } = await run(
      planOf('weekly-report'),
      sampleTools({ providerUrl: null, home: workFolder, workFolder }),
    );
    const text = readFileSync(String(s2?.file), 'utf8');
    const body = Buffer.from(text.slice(text.indexOf('\r\n\r\n')), 'base64').toString('utf8');
    expect(body.split('\r\n').slice(2, -1)).toEqual(
      git('log', '--format=%H %s').trim().split('\n'),
    );
  },
);

test('the diamond joins what both sides did', async () => {
  const { d } = await run(planOf('diamond'), all);
  expect(d).toEqual({ ok: true, echo: { total: 100 } });
  const waits = Object.fromEntries(
    planOf('diamond').steps.map(({ id, dependsOn }) => [id, dependsOn]),
  );
  expect(waits).toEqual({ a: [], b: ['a'], c: ['a'], d: ['b', 'c'] });
});
