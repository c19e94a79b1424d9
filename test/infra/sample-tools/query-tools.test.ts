// Queries against a real provider: rows, the checks that travel with them, and their summaries.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import { World } from '../../../infra/sample-provider/world.ts';
import type { Tool } from '../../../shared/tools/define-tool.ts';
import { brokenRules, callTool, sampleTool, summaryOf } from './call-tool.ts';

const flight = { dep_city: '北京', arr_city: '上海', dep_date: '2027-06-10' };
const stay = { city: '上海', checkin_date: '2027-06-10', checkout_date: '2027-06-12' };
type Flights = { flights: { flight_no: string; dep_city: string; price: number; stock: number }[] };
type Hotels = { hotels: { hotel_id: string; price: number; stock: number }[] };

let provider: SampleProvider;
let small: SampleProvider;
let queryFlight: Tool;
let queryHotel: Tool;

beforeAll(async () => {
  provider = await startSampleProvider();
  queryFlight = sampleTool('query_flight', { providerUrl: provider.url });
  queryHotel = sampleTool('query_hotel', { providerUrl: provider.url });
  const route = { dep_city: '北京', arr_city: '上海', dep_time: '08:00', arr_time: '10:00' };
  const world = World.parse({
    flights: [{ ...route, flight_no: 'ZZ1', dep_date: '2027-06-10', price: 500, stock: 3 }],
    hotels: [],
  });
  small = await startSampleProvider({ world });
});
afterAll(async () => {
  await provider.close();
  await small.close();
});

test.each([
  ['Chinese', flight],
  ['English', { ...flight, dep_city: 'Beijing', arr_city: 'Shanghai' }],
])('flights of cities in %s pass the checks', async (_, params) => {
  const data = await callTool<Flights>(queryFlight, params);
  expect(data.flights).toHaveLength(5);
  expect(await brokenRules(queryFlight, params, data)).toEqual([]);
});

test('a flight of another city or date is noticed among the right ones', async () => {
  const { flights } = await callTool<Flights>(queryFlight, flight);
  const [first, ...others] = flights;
  const wrongCity = { flights: [{ ...first, dep_city: '上海' }, ...others] };
  expect(await brokenRules(queryFlight, flight, wrongCity)).toEqual([
    'flights are of the asked route',
  ]);
  const wrongDate = { flights: [...others, { ...first, dep_date: '2027-06-11' }] };
  expect(await brokenRules(queryFlight, flight, wrongDate)).toEqual([
    'flights are of the asked date',
  ]);
  const { dep_city: _, ...noCity } = first ?? {};
  expect(await brokenRules(queryFlight, flight, { flights: [noCity] })).toEqual([
    'flights are of the asked route',
  ]);
});

test('one flight and none are checked and summarised like many', async () => {
  const tool = sampleTool('query_flight', { providerUrl: small.url });
  const one = await callTool<Flights>(tool, flight);
  expect(await brokenRules(tool, flight, one)).toEqual([]);
  expect(await brokenRules(tool, { ...flight, arr_city: '广州' }, one)).toHaveLength(1);
  expect(await summaryOf(tool, flight, one)).toBe(
    '1 flights 北京→上海 2027-06-10, cheapest in stock ZZ1 08:00 ¥500',
  );
  const params = { ...flight, dep_date: '2027-06-11' };
  const none = await callTool<Flights>(tool, params);
  expect(none).toEqual({ flights: [] });
  expect(await brokenRules(tool, params, none)).toEqual([]);
  expect(await summaryOf(tool, params, none)).toBe('0 flights 北京→上海 2027-06-11, none in stock');
});

test('the summary names the cheapest flight that has a seat', async () => {
  const data = await callTool<Flights>(queryFlight, flight);
  const byPrice = data.flights.toSorted((a, b) => a.price - b.price);
  const cheapest = byPrice.find(({ stock }) => stock > 0);
  expect(cheapest).not.toBe(byPrice[0]);
  const summary = await summaryOf(queryFlight, flight, data);
  expect(summary).toContain(`cheapest in stock ${cheapest?.flight_no}`);
  expect(summary).toContain(`¥${cheapest?.price}`);
});

test('a summary never exceeds 200 characters', async () => {
  const params = { ...flight, dep_city: '北'.repeat(100), arr_city: '上'.repeat(100) };
  const summary = String(await summaryOf(queryFlight, params, { flights: [] }));
  expect(summary).toHaveLength(200);
});

test('hotels keep to city, stay and price range, and pass the checks', async () => {
  const params = { ...stay, price_range: [300, 1000] };
  const data = await callTool<Hotels>(queryHotel, params);
  expect(data.hotels.length).toBeGreaterThan(1);
  expect(await brokenRules(queryHotel, params, data)).toEqual([]);
  expect(await summaryOf(queryHotel, params, data)).toMatch(
    /^\d hotels in 上海 2027-06-10 to 2027-06-12, cheapest with rooms .+ \(H\d+\) ¥\d+ a night$/,
  );
});

test('hotels without a price range are not checked for one', async () => {
  const data = await callTool<Hotels>(queryHotel, stay);
  expect(data.hotels).toHaveLength(6);
  expect(await brokenRules(queryHotel, stay, data)).toEqual([]);
});

test('a hotel that is too dear, elsewhere or for other dates is noticed', async () => {
  const data = await callTool<Hotels>(queryHotel, stay);
  const asked = async (more: object) => brokenRules(queryHotel, { ...stay, ...more }, data);
  expect(await asked({ price_range: [0, 1000] })).toEqual([
    'hotels are within the asked price range',
  ]);
  expect(await asked({ city: 'Shanghai' })).toEqual(['hotels are in the asked city']);
  expect(await asked({ checkout_date: '2027-06-11' })).toEqual(['hotels are for the asked stay']);
});

test('rows without stock pass the checks, and the summary does not promise a seat or a room', async () => {
  const flights = [
    { flight_no: 'A', ...flight, dep_time: '08:00', arr_time: '10:00', price: 500 },
    { flight_no: 'B', ...flight, dep_time: '09:00', arr_time: '11:00', price: 400 },
    { flight_no: 'C', ...flight, dep_time: '10:00', arr_time: '12:00', price: 300, stock: 0 },
  ];
  expect(queryFlight.result.parse({ flights })).toEqual({ flights });
  expect(await brokenRules(queryFlight, flight, { flights })).toEqual([]);
  expect(await summaryOf(queryFlight, flight, { flights })).toBe(
    '3 flights 北京→上海 2027-06-10, seats not said, cheapest B 09:00 ¥400',
  );
  const hotels = [{ hotel_id: 'H1', name: 'Rest', ...stay, price: 300, address: '1' }];
  expect(queryHotel.result.parse({ hotels })).toEqual({ hotels });
  expect(await brokenRules(queryHotel, stay, { hotels })).toEqual([]);
  expect(await summaryOf(queryHotel, stay, { hotels })).toContain(
    'rooms not said, cheapest Rest (H1) ¥300 a night',
  );
});

test('rows that all have no stock leave none to name', async () => {
  const { flights } = await callTool<Flights>(queryFlight, flight);
  const gone = { flights: flights.map((row) => ({ ...row, stock: 0 })) };
  expect(await summaryOf(queryFlight, flight, gone)).toBe(
    '5 flights 北京→上海 2027-06-10, none in stock',
  );
});

test('a city without hotels has an empty result, which is a success', async () => {
  const tool = sampleTool('query_hotel', { providerUrl: small.url });
  const data = await callTool<Hotels>(tool, stay);
  expect(data).toEqual({ hotels: [] });
  expect(tool.emptyIsSuccess).toBe(true);
  expect(await brokenRules(tool, stay, data)).toEqual([]);
  expect(await summaryOf(tool, stay, data)).toContain('none with rooms');
});

test('an unknown city is the parameters’ fault', async () => {
  const call = callTool(queryFlight, { ...flight, dep_city: 'Atlantis' });
  await expect(call).rejects.toMatchObject({ fault: { code: 'NOT_FOUND', retryable: false } });
});

test.each(['2026-02-30', 'Friday', '2027-6-1', '2027-06-10T08:00', ''])(
  '%j is no date',
  (dep_date) => {
    expect(queryFlight.params.safeParse({ ...flight, dep_date }).success).toBe(false);
  },
);

test('rules that no schema can say refuse with a reason', () => {
  expect(queryFlight.checkParams({ ...flight, arr_city: '北京' })).toContain('same city');
  expect(queryFlight.checkParams(flight)).toBeNull();
  expect(queryHotel.checkParams({ ...stay, checkout_date: '2027-06-10' })).toContain(
    'checkout_date',
  );
  expect(queryHotel.checkParams({ ...stay, price_range: [1000, 300] })).toContain('price_range');
  expect(queryHotel.checkParams(stay)).toBeNull();
});
