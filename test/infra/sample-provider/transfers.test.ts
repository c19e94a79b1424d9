// Transfers: one ride a key, at the price and within the stock of the world.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import { World } from '../../../infra/sample-provider/world.ts';
import { ask, effectsOf, order, TRANSFER_ORDER } from './ask-provider.ts';

let provider: SampleProvider;
afterEach(() => provider.close());

const start = async (given: object = {}, stateFile?: string): Promise<void> => {
  const world = World.parse(given);
  provider = await startSampleProvider({
    world,
    ...(stateFile === undefined ? {} : { stateFile }),
  });
};
const book = (key: string, more: object = {}) =>
  order(`${provider.url}/transfers/orders`, key, { ...TRANSFER_ORDER, ...more });

test('books a ride once for a key, and finds it by the key', async () => {
  await start();
  const first = await book('t1');
  expect(first).toMatchObject({
    status: 201,
    body: {
      ...TRANSFER_ORDER,
      order_no: expect.stringMatching(/^TR20270610[0-9A-F]{8}$/),
      price: expect.any(Number),
      status: 'confirmed',
    },
  });
  expect(await book('t1')).toMatchObject({ status: 200, body: first.body });
  expect((await ask(`${provider.url}/orders/t1`)).body).toEqual(first.body);
  expect(await effectsOf(provider.url)).toEqual({ t1: { effects: 1, calls: 2, kind: 'transfer' } });
});

test('a key that stands for a ride stands for nothing else', async () => {
  await start();
  await book('t1');
  expect(await book('t1', { time: '11:00' })).toMatchObject({ status: 422 });
});

test('rides survive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loopwright-transfers-'));
  const stateFile = join(folder, 'orders.jsonl');
  await start({}, stateFile);
  const { body } = await book('t1');
  await provider.close();
  await start({}, stateFile);
  expect(await ask(`${provider.url}/orders/t1`)).toMatchObject({ status: 200, body });
  rmSync(folder, { recursive: true });
});

test('a listed city has its price, and so many rides a day', async () => {
  await start({ transfers: [{ city: '上海', price: 120, stock: 1 }] });
  expect(await book('a')).toMatchObject({ status: 201, body: { price: 120 } });
  expect(await book('b', { city: 'Shanghai', time: '23:59' })).toMatchObject({
    status: 409,
    body: { code: 'SOLD_OUT' },
  });
  expect(await book('c', { date: '2027-06-11' })).toMatchObject({ status: 201 });
});

test('without a stock there is always a ride', async () => {
  await start({ transfers: [{ city: '上海', price: 120 }] });
  for (const key of ['a', 'b', 'c']) expect(await book(key)).toMatchObject({ status: 201 });
});

test.each([
  ['a city that is not listed', { city: '北京' }, 404],
  ['an unknown city', { city: 'Atlantis' }, 404],
  ['a past date', { date: '2027-05-31' }, 400],
  ['a time that no clock shows', { time: '24:00' }, 400],
  ['a time without a zero', { time: '9:00' }, 400],
  ['a ride to where it begins', { to: ' 虹桥机场 ' }, 400],
  ['nobody to take', { passenger_name: ' ' }, 400],
  ['an unknown field', { seats: 2 }, 400],
])('an order with %s is refused with a code', async (_, more, status) => {
  await start({ now: '2027-06-01T00:00:00Z', transfers: [{ city: '上海', price: 120 }] });
  expect(await book('bad', more)).toMatchObject({
    status,
    body: { code: status === 404 ? 'NOT_FOUND' : 'INVALID_PARAMS' },
  });
  expect(await effectsOf(provider.url)).not.toHaveProperty('bad.effects', 1);
});
