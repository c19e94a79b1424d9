// Stock runs out exactly, whoever asks at the same moment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import { World } from '../../../infra/sample-provider/world.ts';
import { ask, effectsOf, FLIGHT_ORDER, HOTEL_ORDER, order } from './ask-provider.ts';

const route = { dep_city: '北京', arr_city: '上海', dep_time: '08:00', arr_time: '10:00' };
const world = World.parse({
  flights: [{ ...route, flight_no: 'ZZ1', price: 500, stock: 3 }],
  hotels: [{ hotel_id: 'R1', name: 'Rest', city: '上海', address: '1', price: 300, stock: 1 }],
});

let provider: SampleProvider;
beforeAll(async () => {
  provider = await startSampleProvider({ world });
});
afterAll(() => provider.close());

test('fifty buyers of three seats get three orders and forty-seven refusals', async () => {
  const body = { ...FLIGHT_ORDER, flight_no: 'ZZ1' };
  const calls = Array.from({ length: 50 }, (_, index) =>
    order(`${provider.url}/flights/orders`, `buyer-${index}`, body),
  );
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(
    answers.filter(({ status, body: { code } }) => status === 409 && code === 'SOLD_OUT'),
  ).toHaveLength(47);
  const effects = Object.values(await effectsOf(provider.url));
  expect(effects.reduce((sum, { effects: count }) => sum + count, 0)).toBe(3);
  expect(effects).toHaveLength(50);
  const rows = await ask(`${provider.url}/flights?depCity=北京&arrCity=上海&depDate=2027-06-10`);
  expect(rows.body.flights).toMatchObject([{ flight_no: 'ZZ1', stock: 0 }]);
});

test('another date of the same flight has its own seats', async () => {
  const body = { ...FLIGHT_ORDER, flight_no: 'ZZ1', dep_date: '2027-06-11' };
  expect(await order(`${provider.url}/flights/orders`, 'next-day', body)).toMatchObject({
    status: 201,
  });
});

test('a sold-out call leaves its key free for another choice', async () => {
  const body = { ...FLIGHT_ORDER, flight_no: 'ZZ1' };
  expect(await order(`${provider.url}/flights/orders`, 'late', body)).toMatchObject({
    status: 409,
  });
  expect(await ask(`${provider.url}/orders/late`)).toMatchObject({ status: 404 });
  const other = { ...body, dep_date: '2027-06-12' };
  expect(await order(`${provider.url}/flights/orders`, 'late', other)).toMatchObject({
    status: 201,
  });
});

test('a stay that shares one night with a full one is sold out, one that does not is free', async () => {
  const stay = (checkin_date: string, checkout_date: string) => ({
    ...HOTEL_ORDER,
    hotel_id: 'R1',
    checkin_date,
    checkout_date,
  });
  const book = (key: string, body: object) => order(`${provider.url}/hotels/orders`, key, body);
  expect(await book('a', stay('2027-06-10', '2027-06-12'))).toMatchObject({ status: 201 });
  expect(await book('b', stay('2027-06-11', '2027-06-13'))).toMatchObject({ status: 409 });
  expect(await book('c', stay('2027-06-12', '2027-06-13'))).toMatchObject({ status: 201 });
});
