// What the tools make of a provider on which something goes wrong on purpose.
import { afterEach, expect, test } from 'vitest';
import type { FaultName } from '../../../infra/faults/fault-names.ts';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import { effectsOf } from '../sample-provider/ask-provider.ts';
import { brokenRules, callTool, probeTool, sampleTool, summaryOf } from './call-tool.ts';

const flight = { dep_city: '北京', arr_city: '上海', dep_date: '2027-06-10' };
const stay = { city: '上海', checkin_date: '2027-06-10', checkout_date: '2027-06-11' };
const passenger = { dep_date: '2027-06-10', passenger_name: '张三', id_card: '110101199001011234' };
type Flights = { flights: { flight_no: string; price: number; stock?: number }[] };

let provider: SampleProvider;
afterEach(() => provider.close());

const withFault = async (fault: FaultName) => {
  provider = await startSampleProvider({ fault });
  return (name: string) => sampleTool(name, { providerUrl: provider.url });
};

test.each([
  ['query_flight', flight, 'flights are of the asked route'],
  ['query_hotel', stay, 'hotels are in the asked city'],
])('wrong-city: the checks of %s catch it, and the next call is right', async (...row) => {
  const [name, params, rule] = row;
  const tool = (await withFault('wrong-city'))(name);
  expect(await brokenRules(tool, params, await callTool(tool, params))).toEqual([rule]);
  expect(await brokenRules(tool, params, await callTool(tool, params))).toEqual([]);
});

test('flaky: two calls are unavailable and worth a retry, the third is answered', async () => {
  const tool = (await withFault('flaky'))('query_flight');
  for (const _ of [1, 2])
    await expect(callTool(tool, flight)).rejects.toMatchObject({
      fault: { code: 'UNAVAILABLE', retryable: true },
    });
  expect(await callTool(tool, flight)).toHaveProperty('flights');
});

test('flaky: an order that is turned away has certainly not been placed', async () => {
  const tool = (await withFault('flaky'))('book_flight');
  const call = callTool(tool, { ...passenger, flight_no: 'MU1011' });
  await expect(call).rejects.toMatchObject({ fault: { code: 'UNAVAILABLE' } });
});

test('I6: slow: an order that is cut off has an unknown outcome, and the probe finds it', async () => {
  const tool = (await withFault('slow'))('book_flight');
  const params = { ...passenger, flight_no: 'MU1011' };
  const abort = new AbortController();
  const unknown = expect(callTool(tool, params, { signal: abort.signal })).rejects.toMatchObject({
    fault: { code: 'UNKNOWN_OUTCOME' },
  });
  await expect.poll(() => effectsOf(provider.url)).toHaveProperty('key-1.effects', 1);
  abort.abort();
  await unknown;
  expect(await probeTool(tool, params)).toMatchObject({ outcome: 'happened' });
});

test('sold-out: rows tell no stock, the cheapest is sold out and the next is booked', async () => {
  const tools = await withFault('sold-out');
  const data = await callTool<Flights>(tools('query_flight'), flight);
  expect(data.flights.every(({ stock }) => stock === undefined)).toBe(true);
  expect(await brokenRules(tools('query_flight'), flight, data)).toEqual([]);
  expect(await summaryOf(tools('query_flight'), flight, data)).toContain('seats not said');
  const [cheapest, next] = data.flights.toSorted((a, b) => a.price - b.price);
  const book = (flight_no = '') => callTool(tools('book_flight'), { ...passenger, flight_no });
  await expect(book(cheapest?.flight_no)).rejects.toMatchObject({ fault: { code: 'SOLD_OUT' } });
  expect(await book(next?.flight_no)).toMatchObject({ status: 'confirmed' });
});

test('sold-out:all: the summary says that there is no seat', async () => {
  const tools = await withFault('sold-out:all');
  const data = await callTool<Flights>(tools('query_flight'), flight);
  expect(await summaryOf(tools('query_flight'), flight, data)).toContain('none in stock');
});
