// What goes wrong on purpose does so exactly as often as its name says, and everything else goes right.
import { afterEach, expect, test } from 'vitest';
import type { FaultName } from '../../../infra/faults/fault-names.ts';
import { SLOW_MS, slow } from '../../../infra/sample-provider/faults/slow.ts';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import { World } from '../../../infra/sample-provider/world.ts';
import { sampleTool } from '../sample-tools/call-tool.ts';
import { ask, effectsOf, FLIGHT_ORDER, order, TRANSFER_ORDER } from './ask-provider.ts';

const FLIGHTS = '/flights?depCity=北京&arrCity=上海&depDate=2027-06-10';
const HOTELS = '/hotels?city=上海&checkinDate=2027-06-10&checkoutDate=2027-06-11';
const WEATHER = '/weather?city=上海&date=2027-06-10';

let provider: SampleProvider;
afterEach(() => provider.close());

const start = async (fault: FaultName, given: object = {}): Promise<void> => {
  provider = await startSampleProvider({ fault, world: World.parse(given) });
};
const get = (path: string) => ask(provider.url + path);
const bookFlight = (key: string, flight_no: string) =>
  order(`${provider.url}/flights/orders`, key, { ...FLIGHT_ORDER, flight_no });
const healthy = async () => {
  const plain = await startSampleProvider();
  const answers = await Promise.all(
    [FLIGHTS, HOTELS, WEATHER].map((path) => ask(plain.url + path)),
  );
  await plain.close();
  return answers.map(({ body }) => body);
};

const route = { dep_city: '北京', arr_city: '上海', dep_time: '08:00', arr_time: '10:00' };
const SMALL = {
  flights: [
    { ...route, flight_no: 'ZZ1', price: 500, stock: 3 },
    { ...route, flight_no: 'ZZ2', price: 400, stock: 3 },
    { ...route, flight_no: 'ZZ3', price: 600, stock: 0 },
    { ...route, flight_no: 'ZZ4', arr_city: '广州', price: 100, stock: 3 },
    { ...route, flight_no: 'ZZ5', dep_date: '2027-06-11', price: 100, stock: 3 },
  ],
};

test.each([
  ['flights', FLIGHTS, ({ flights }: { flights: object[] }) => flights, 'dep_city', '北京'],
  ['hotels', HOTELS, ({ hotels }: { hotels: object[] }) => hotels, 'city', '上海'],
  ['weather', WEATHER, (body: object) => [body], 'city', '上海'],
])('wrong-city: the first %s are another city’s and say so, once', async (...row) => {
  const [, path, rowsOf, field, asked] = row;
  await start('wrong-city');
  await get('/health');
  const wrong = rowsOf((await get(path)).body as never) as Record<string, unknown>[];
  expect(wrong.length).toBeGreaterThan(0);
  for (const told of wrong) expect(told[field]).not.toBe(asked);
  expect(await Promise.all([FLIGHTS, HOTELS, WEATHER].map(get))).toMatchObject(
    (await healthy()).map((body) => ({ status: 200, body })),
  );
});

test('wrong-city: rows are real ones of the other city, for the same day', async () => {
  await start('wrong-city');
  const { flights } = (await get(FLIGHTS)).body;
  const { dep_city: other } = flights[0] as unknown as { dep_city: string };
  const again = await get(`/flights?depCity=${other}&arrCity=上海&depDate=2027-06-10`);
  expect(again.body.flights).toEqual(flights);
});

test('wrong-city: where no other city has rows, the right ones bear another name', async () => {
  await start('wrong-city', SMALL);
  const { flights } = (await get('/flights?depCity=Beijing&arrCity=广州&depDate=2027-06-10')).body;
  expect(flights).toMatchObject([{ flight_no: 'ZZ4', dep_city: '上海' }]);
});

test('wrong-city: a question that is refused or has no rows does not use it up', async () => {
  await start('wrong-city', { ...SMALL, hotels: [] });
  expect(await get('/weather?city=Atlantis&date=2027-06-10')).toMatchObject({ status: 404 });
  expect((await get(HOTELS)).body).toEqual({ hotels: [] });
  expect((await get(WEATHER)).body).not.toMatchObject({ city: '上海' });
});

test('wrong-city: a world of one city has no other', async () => {
  await start('wrong-city', { cities: [{ name: '上海' }] });
  expect((await get(WEATHER)).body).toMatchObject({ city: '上海' });
});

test('flaky: the first two data requests are turned away, and only they', async () => {
  await start('flaky');
  for (const path of ['/health', '/effects', '/planets']) await get(path);
  expect(await get('/orders/k1')).toMatchObject({ status: 404 });
  const unavailable = { status: 503, body: { code: 'UNAVAILABLE' } };
  expect(await get(WEATHER)).toMatchObject(unavailable);
  expect(await bookFlight('k1', 'MU1011')).toMatchObject(unavailable);
  expect(await effectsOf(provider.url)).toEqual({});
  expect(await bookFlight('k1', 'MU1011')).toMatchObject({ status: 201 });
  expect(await get(WEATHER)).toMatchObject({ status: 200 });
});

test('slow: the first answer comes later than a tool waits, and later requests overtake it', async () => {
  expect(SLOW_MS).toBeGreaterThan(sampleTool('query_flight').timeoutMs);
  await start('slow');
  await get('/health');
  const first = bookFlight('k1', 'MU1011').then(
    () => 'answered',
    () => 'cut off',
  );
  await expect.poll(() => effectsOf(provider.url)).toHaveProperty('k1.effects', 1);
  expect(await Promise.race([first, get(HOTELS)])).toMatchObject({ status: 200 });
  await provider.close();
  expect(await first).toBe('cut off');
});

test('slow: an order is placed at once and told when the time is over', async () => {
  const steps: string[] = [];
  let pass = () => {};
  const time = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const interfere = slow(() => time);
  const serve = (what: string) => () => {
    steps.push(what);
    return { status: 200, body: what };
  };
  const request = { path: '/flights/orders', asked: { query: {}, key: 'k1', name: '', body: {} } };
  const late = Promise.resolve(interfere(request, serve('first'))).then(({ body }) =>
    steps.push(`told ${body}`),
  );
  expect(await interfere(request, serve('second'))).toMatchObject({ body: 'second' });
  expect(steps).toEqual(['first', 'second']);
  pass();
  await late;
  expect(steps).toEqual(['first', 'second', 'told first']);
});

test('sold-out: rows say nothing of stock, and the cheapest is gone for every key', async () => {
  await start('sold-out', SMALL);
  const { flights } = (await get(FLIGHTS)).body;
  expect(flights.map(({ flight_no }) => flight_no)).toEqual(['ZZ1', 'ZZ2', 'ZZ3']);
  for (const row of flights) expect(row).not.toHaveProperty('stock');
  const gone = { status: 409, body: { code: 'SOLD_OUT' } };
  for (const key of ['a', 'b', 'a']) expect(await bookFlight(key, 'ZZ2')).toMatchObject(gone);
  expect(await bookFlight('a', 'ZZ3')).toMatchObject(gone);
  expect(await bookFlight('a', 'ZZ1')).toMatchObject({ status: 201, body: { flight_no: 'ZZ1' } });
  expect(await bookFlight('c', 'ZZ9')).toMatchObject({ status: 404 });
  expect(await effectsOf(provider.url)).toMatchObject({
    a: { effects: 1, calls: 4 },
    b: { effects: 0, calls: 1 },
  });
});

test('sold-out: another route and another date have a cheapest of their own', async () => {
  await start('sold-out', SMALL);
  const onNextDay = (key: string, flight_no: string) =>
    order(`${provider.url}/flights/orders`, key, {
      ...FLIGHT_ORDER,
      flight_no,
      dep_date: '2027-06-11',
    });
  expect(await onNextDay('a', 'ZZ5')).toMatchObject({ status: 409 });
  expect(await onNextDay('b', 'ZZ2')).toMatchObject({ status: 201 });
  expect(await bookFlight('c', 'ZZ4')).toMatchObject({ status: 409 });
});

test('sold-out: of two cheapest the first of the list is gone', async () => {
  const same = { ...route, price: 300, stock: 3 };
  await start('sold-out', {
    flights: [
      { ...same, flight_no: 'ZZ1' },
      { ...same, flight_no: 'ZZ2' },
    ],
  });
  expect(await bookFlight('a', 'ZZ1')).toMatchObject({ status: 409 });
  expect(await bookFlight('b', 'ZZ2')).toMatchObject({ status: 201 });
});

test('sold-out: generated flights have one that can be booked, and bad orders are still refused', async () => {
  await start('sold-out');
  const { flights } = (await get(FLIGHTS)).body;
  const [cheapest, second] = flights.toSorted((a, b) => a.price - b.price);
  expect(await bookFlight('a', cheapest?.flight_no ?? '')).toMatchObject({ status: 409 });
  expect(await bookFlight('a', second?.flight_no ?? '')).toMatchObject({ status: 201 });
  expect(await bookFlight('b c', cheapest?.flight_no ?? '')).toMatchObject({ status: 400 });
});

test('sold-out:all: no row has a seat and no order is taken; the rest of a journey is', async () => {
  await start('sold-out:all', SMALL);
  const { flights } = (await get(FLIGHTS)).body;
  expect(flights.map(({ stock }) => stock)).toEqual([0, 0, 0]);
  for (const { flight_no } of flights)
    expect(await bookFlight('a', flight_no)).toMatchObject({
      status: 409,
      body: { code: 'SOLD_OUT' },
    });
  expect((await get(HOTELS)).body.hotels.some(({ stock }) => stock > 0)).toBe(true);
  const ride = await order(`${provider.url}/transfers/orders`, 'a', TRANSFER_ORDER);
  expect(ride).toMatchObject({ status: 201 });
});

test.each([
  'wrong-params',
  'bad-date',
  'wrong-tool',
  'missing-step',
  'wrong-recipient',
  'fabricated',
  'stale-stock',
  'test-data',
] as const)('%s changes nothing at the provider', async (fault) => {
  await start(fault);
  const answers = await Promise.all([FLIGHTS, HOTELS, WEATHER].map(get));
  expect(answers.map(({ body }) => body)).toEqual(await healthy());
  expect(await bookFlight('a', 'MU1011')).toMatchObject({ status: 201 });
});
