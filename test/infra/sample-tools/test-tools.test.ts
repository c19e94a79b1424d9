// noop, sleep and count: the tools of tests and measurements.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tool } from '../../../shared/tools/define-tool.ts';
import { brokenRules, callTool, probeTool, sampleTool, summaryOf } from './call-tool.ts';

let home: string;
let count: Tool;
const noop = sampleTool('noop');
const sleep = sampleTool('sleep');

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'loopwright-count-'));
  count = sampleTool('count', { home });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const ledger = (name = 'count') => readFileSync(join(home, 'ledger', `${name}.txt`), 'utf8');

test('noop echoes what it was given, if anything', async () => {
  expect(await callTool(noop, {})).toEqual({ ok: true });
  expect(await callTool(noop, { a: [1, { b: null }] })).toEqual({
    ok: true,
    echo: { a: [1, { b: null }] },
  });
  expect(await summaryOf(noop, {}, { ok: true })).toBe('ok');
});

test('sleep takes as long as asked', async () => {
  const started = performance.now();
  const data = await callTool(sleep, { ms: 30 });
  expect(performance.now() - started).toBeGreaterThan(25);
  expect(data).toEqual({ sleptMs: 30 });
  expect(await brokenRules(sleep, { ms: 30 }, data)).toEqual([]);
  expect(await summaryOf(sleep, { ms: 30 }, data)).toBe('slept 30 ms');
});

test('sleep ends at once when it is aborted, before or meanwhile', async () => {
  const timedOut = { fault: { code: 'TIMEOUT', retryable: true } };
  await expect(
    callTool(sleep, { ms: 60_000 }, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject(timedOut);
  const abort = new AbortController();
  const sleeping = callTool(sleep, { ms: 60_000 }, { signal: abort.signal });
  abort.abort();
  await expect(sleeping).rejects.toMatchObject(timedOut);
});

test('count appends one line for each execution, with its key', async () => {
  expect(await callTool(count, {}, { key: 'a' })).toEqual({ ledger: 'count', by: 1, total: 1 });
  const data = await callTool(count, { by: 5 }, { key: 'b' });
  expect(data).toEqual({ ledger: 'count', by: 5, total: 6 });
  expect(ledger()).toBe('a 1\nb 5\n');
  expect(await brokenRules(count, { by: 5 }, data)).toEqual([]);
  expect(await brokenRules(count, {}, data)).toEqual(['added what was asked']);
  expect(await summaryOf(count, {}, data)).toBe('ledger count at 6');
});

test('count shows a second execution of the same key', async () => {
  for (const _ of [1, 2]) await callTool(count, { ledger: 'twice' }, { key: 'a' });
  expect(ledger('twice')).toBe('a 1\na 1\n');
});

test('lines of executions at the same moment do not mix', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
  await Promise.all(keys.map((key) => callTool(count, {}, { key })));
  expect(ledger().trim().split('\n').toSorted()).toEqual(keys.map((key) => `${key} 1`).toSorted());
});

test('a key with blanks and line ends stays one line', async () => {
  const key = 'a b\nc 1';
  await callTool(count, {}, { key });
  expect(ledger()).toBe('a_b_c_1 1\n');
  expect(await probeTool(count, {}, { key })).toMatchObject({ outcome: 'happened' });
});

test('I6: a probe reads from the ledger what happened, the same now and later', async () => {
  expect(await probeTool(count, { by: 2 }, { key: 'a' })).toEqual({ outcome: 'absent' });
  const data = await callTool(count, { by: 2 }, { key: 'a' });
  await callTool(count, { by: 7 }, { key: 'b' });
  const happened = { outcome: 'happened', result: { status: 'success', data, error: null } };
  expect(await probeTool(count, { by: 2 }, { key: 'a' })).toEqual(happened);
  expect(await probeTool(count, { by: 2 }, { key: 'c' })).toEqual({ outcome: 'absent' });
});

test('a probe that cannot read the ledger does not know', async () => {
  mkdirSync(join(home, 'ledger', 'count.txt'), { recursive: true });
  expect(await probeTool(count, {}, { key: 'a' })).toEqual({ outcome: 'unknown' });
});

test('cut off before the effect, nothing happened', async () => {
  const call = callTool(count, { delayMs: 60_000 }, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ fault: { code: 'TIMEOUT' } });
  expect(existsSync(join(home, 'ledger'))).toBe(false);
});

test('cut off after the effect, it says that it happened', async () => {
  const abort = new AbortController();
  const call = callTool(count, { delayMs: 300 }, { key: 'a', signal: abort.signal });
  await expect
    .poll(() => existsSync(join(home, 'ledger', 'count.txt')) && ledger(), { timeout: 5_000 })
    .toBe('a 1\n');
  abort.abort();
  expect(await call).toEqual({ ledger: 'count', by: 1, total: 1 });
});

test('a ledger line that was cut short does not count as another key', async () => {
  await callTool(count, {}, { key: 'abc' });
  appendFileSync(join(home, 'ledger', 'count.txt'), 'abcd');
  expect(await probeTool(count, {}, { key: 'ab' })).toEqual({ outcome: 'absent' });
});

test.each([{ ledger: '../x' }, { ledger: 'a.b' }, { ledger: '' }, { by: 0.5 }, { delayMs: -1 }])(
  'count refuses %o',
  (params) => {
    expect(count.params.safeParse(params).success).toBe(false);
  },
);
