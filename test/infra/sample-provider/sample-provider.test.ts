// What the provider answers when it is asked well: rows, orders, and a true count of effects.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import { World } from '../../../infra/sample-provider/world.ts';
import { ask, effectsOf, FLIGHT_ORDER, firstInStock, HOTEL_ORDER, order } from './ask-provider.ts';

let provider: SampleProvider;

beforeEach(async () => {
  provider = await startSampleProvider();
});
afterEach(() => provider.close());

const flightsOf = async (dep: string, arr: string) =>
  (await ask(`${provider.url}/flights?depCity=${dep}&arrCity=${arr}&depDate=2027-06-10`)).body
    .flights;
const hotelsOf = async (more = '') =>
  (
    await ask(
      `${provider.url}/hotels?city=上海&checkinDate=2027-06-10&checkoutDate=2027-06-12${more}`,
    )
  ).body.hotels;
const inStock = async () => firstInStock(await flightsOf('北京', '上海'));

test('says that it is well', async () => {
  expect(await ask(`${provider.url}/health`)).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  });
});

test('gives the same flights for a city in either language, echoed as asked', async () => {
  const chinese = await flightsOf('北京', '上海');
  const english = await flightsOf('Beijing', 'shanghai');
  expect(chinese).toHaveLength(5);
  expect(english).toEqual(
    chinese.map((row: object) => ({ ...row, dep_city: 'Beijing', arr_city: 'shanghai' })),
  );
});

test('gives the same answer after a restart, for a date far away too', async () => {
  const url = `/flights?depCity=London&arrCity=Tokyo&depDate=2099-12-31`;
  const before = await ask(provider.url + url);
  await provider.close();
  provider = await startSampleProvider();
  expect((await ask(provider.url + url)).body).toEqual(before.body);
});

test('has hotels below and above 1000, and some without a room', async () => {
  const hotels = await hotelsOf();
  expect(hotels.some(({ price, stock }) => price < 1000 && stock > 0)).toBe(true);
  expect(hotels.some(({ price }) => price > 1000)).toBe(true);
  expect(hotels.some(({ stock }) => stock === 0)).toBe(true);
});

test('keeps hotels to the price range, its ends included', async () => {
  const [low, , high] = (await hotelsOf()).map(({ price }) => price);
  const within = await hotelsOf(`&priceMin=${low}&priceMax=${high}`);
  expect(within.map(({ price }) => price)).toEqual([low, expect.any(Number), high]);
});

test('books a flight once for a key, however often it is called', async () => {
  const { flight_no, stock, price } = await inStock();
  const body = { ...FLIGHT_ORDER, flight_no };
  const first = await order(`${provider.url}/flights/orders`, 'k1', body);
  const again = await order(`${provider.url}/flights/orders`, 'k1', body);
  expect(first).toMatchObject({
    status: 201,
    body: { flight_no, price, passenger_name: '张三', status: 'confirmed' },
  });
  expect(again).toMatchObject({ status: 200, body: first.body });
  expect((await inStock()).stock).toBe(stock - 1);
  expect(await effectsOf(provider.url)).toEqual({ k1: { effects: 1, calls: 2, kind: 'flight' } });
});

test('books once when a key is called many times at the same moment', async () => {
  const { flight_no } = await inStock();
  const calls = Array.from({ length: 20 }, () =>
    order(`${provider.url}/flights/orders`, 'k1', { ...FLIGHT_ORDER, flight_no }),
  );
  const numbers = (await Promise.all(calls)).map(({ body }) => body.order_no);
  expect(new Set(numbers).size).toBe(1);
  expect(await effectsOf(provider.url)).toEqual({ k1: { effects: 1, calls: 20, kind: 'flight' } });
});

test('two keys of the same body are two bookings, and both are visible', async () => {
  const { flight_no } = await inStock();
  for (const key of ['k1', 'k2'])
    await order(`${provider.url}/flights/orders`, key, { ...FLIGHT_ORDER, flight_no });
  expect(await effectsOf(provider.url)).toMatchObject({ k1: { effects: 1 }, k2: { effects: 1 } });
});

test('refuses a key that stands for another body or another kind of order', async () => {
  const { flight_no } = await inStock();
  await order(`${provider.url}/flights/orders`, 'k1', { ...FLIGHT_ORDER, flight_no });
  const other = { ...FLIGHT_ORDER, flight_no, passenger_name: '李四' };
  const refused = { status: 422, body: { code: 'INVALID_PARAMS' } };
  expect(await order(`${provider.url}/flights/orders`, 'k1', other)).toMatchObject(refused);
  const hotel = { ...HOTEL_ORDER, hotel_id: 'H111' };
  expect(await order(`${provider.url}/hotels/orders`, 'k1', hotel)).toMatchObject(refused);
  expect((await effectsOf(provider.url)).k1).toEqual({ effects: 1, calls: 3, kind: 'flight' });
});

test('books a hotel for every night and says the total', async () => {
  const hotel = firstInStock(await hotelsOf());
  const body = { ...HOTEL_ORDER, hotel_id: hotel.hotel_id };
  expect(await order(`${provider.url}/hotels/orders`, 'h1', body)).toMatchObject({
    status: 201,
    body: {
      name: hotel.name,
      nights: 2,
      price: hotel.price,
      total: hotel.price * 2,
      guest_name: '张三',
    },
  });
  expect(await effectsOf(provider.url)).toEqual({ h1: { effects: 1, calls: 1, kind: 'hotel' } });
});

test('finds an order by its key, with characters that a path must encode', async () => {
  const { flight_no } = await inStock();
  const key = 't1/s3 r2:a1%?'.replace(' ', '+');
  const { body } = await order(`${provider.url}/flights/orders`, key, {
    ...FLIGHT_ORDER,
    flight_no,
  });
  expect(await ask(`${provider.url}/orders/${encodeURIComponent(key)}`)).toMatchObject({
    status: 200,
    body,
  });
  expect(await ask(`${provider.url}/orders/other`)).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  });
});

test('never repeats an identity card', async () => {
  const { flight_no } = await inStock();
  const { body } = await order(`${provider.url}/flights/orders`, 'k1', {
    ...FLIGHT_ORDER,
    flight_no,
  });
  expect(JSON.stringify(body)).not.toContain(FLIGHT_ORDER.id_card);
});

test('refuses dates before the now of its world', async () => {
  await provider.close();
  provider = await startSampleProvider({ world: World.parse({ now: '2027-06-10T08:00:00Z' }) });
  const on = (date: string) =>
    ask(`${provider.url}/flights?depCity=北京&arrCity=上海&depDate=${date}`);
  expect(await on('2027-06-09')).toMatchObject({ status: 400, body: { code: 'INVALID_PARAMS' } });
  expect(await on('2027-06-10')).toMatchObject({ status: 200 });
});

test('says which port is taken', async () => {
  const port = Number(new URL(provider.url).port);
  await expect(startSampleProvider({ port })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining(String(port)),
  });
});

test('closes twice without complaint', async () => {
  await provider.close();
  await provider.close();
  await expect(fetch(`${provider.url}/health`)).rejects.toThrow();
});
