// Transfers against a real provider: one ride a key, and a probe that tells what happened.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import type { Tool } from '../../../shared/tools/define-tool.ts';
import { effectsOf, TRANSFER_ORDER as ride } from '../sample-provider/ask-provider.ts';
import { brokenRules, callTool, probeTool, sampleTool, summaryOf } from './call-tool.ts';

let provider: SampleProvider;
let bookTransfer: Tool;
beforeEach(async () => {
  provider = await startSampleProvider();
  bookTransfer = sampleTool('book_transfer', { providerUrl: provider.url });
});
afterEach(() => provider.close());

test('I6: the same key books once and gives the same order', async () => {
  const first = await callTool(bookTransfer, ride);
  expect(first).toMatchObject({ ...ride, status: 'confirmed' });
  expect(await callTool(bookTransfer, ride)).toEqual(first);
  expect(await effectsOf(provider.url)).toEqual({
    'key-1': { effects: 1, calls: 2, kind: 'transfer' },
  });
});

test('a ride passes its checks and is summarised, blanks around its names or not', async () => {
  const params = { ...ride, from: ' 虹桥机场 ', passenger_name: '张三 ' };
  const data = await callTool(bookTransfer, params);
  expect(await brokenRules(bookTransfer, params, data)).toEqual([]);
  expect(await summaryOf(bookTransfer, params, data)).toMatch(
    /^Transfer in 上海 on 2027-06-10 10:30 booked for 张三, order TR20270610[0-9A-F]{8}, ¥\d+, 虹桥机场→江畔酒店$/,
  );
});

test.each([
  [{ city: '北京' }, 'the order is for the asked city, date and time'],
  [{ date: '2027-06-11' }, 'the order is for the asked city, date and time'],
  [{ time: '11:30' }, 'the order is for the asked city, date and time'],
  [{ to: '国际会议酒店' }, 'the order is for the asked ride'],
  [{ from: '浦东机场' }, 'the order is for the asked ride'],
  [{ passenger_name: '李四' }, 'the order is for the asked passenger'],
])('an order for %o is noticed', async (more, rule) => {
  const data = await callTool(bookTransfer, ride);
  expect(await brokenRules(bookTransfer, ride, { ...data, ...more })).toEqual([rule]);
});

test('a probe finds the order, or its absence', async () => {
  expect(await probeTool(bookTransfer, ride)).toEqual({ outcome: 'absent' });
  const data = await callTool(bookTransfer, ride);
  expect(await probeTool(bookTransfer, ride)).toEqual({
    outcome: 'happened',
    result: { status: 'success', data, error: null },
  });
});

test('a ride to where it begins is refused with a reason', () => {
  expect(bookTransfer.checkParams({ ...ride, to: `${ride.from} ` })).toContain('same place');
  expect(bookTransfer.checkParams(ride)).toBeNull();
});

test.each(['24:00', '9:30', '10:30:00', 'noon'])('%j is no time', (time) => {
  expect(bookTransfer.params.safeParse({ ...ride, time }).success).toBe(false);
});
