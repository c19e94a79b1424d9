// Bookings against a real provider: one effect a key, and probes that tell what happened.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import type { Tool } from '../../../shared/tools/define-tool.ts';
import { effectsOf } from '../sample-provider/ask-provider.ts';
import { brokenRules, callTool, probeTool, sampleTool, summaryOf } from './call-tool.ts';

const flight = {
  flight_no: 'MU1011',
  dep_date: '2027-06-10',
  passenger_name: '张三',
  id_card: '110101199001011234',
};
const soldOut = { ...flight, flight_no: 'HO1010' };
const stay = {
  checkin_date: '2027-06-10',
  checkout_date: '2027-06-11',
  guest_name: '张三',
  id_card: '110101199001011234',
};
const hotel = { ...stay, hotel_id: 'H111' };

let provider: SampleProvider;
let bookFlight: Tool;
let bookHotel: Tool;

beforeEach(async () => {
  provider = await startSampleProvider();
  bookFlight = sampleTool('book_flight', { providerUrl: provider.url });
  bookHotel = sampleTool('book_hotel', { providerUrl: provider.url });
});
afterEach(() => provider.close());

/** A server that answers as it likes, for as long as `work` takes. */
async function withServer<T>(
  listener: RequestListener,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const PAST = new Date(0).toUTCString();
const bookAt = (providerUrl: string) =>
  callTool(sampleTool('book_flight', { providerUrl }), flight);
const queryAt = (providerUrl: string) =>
  callTool(sampleTool('query_hotel', { providerUrl }), {
    city: '上海',
    checkin_date: '2027-06-10',
    checkout_date: '2027-06-11',
  });

test('I6: the same key books once and gives the same order', async () => {
  const first = await callTool(bookFlight, flight);
  expect(first).toMatchObject({ flight_no: 'MU1011', passenger_name: '张三', status: 'confirmed' });
  expect(await callTool(bookFlight, flight)).toEqual(first);
  expect(await effectsOf(provider.url)).toEqual({
    'key-1': { effects: 1, calls: 2, kind: 'flight' },
  });
});

test('bookings pass their checks and are summarised', async () => {
  const ticket = await callTool(bookFlight, flight, { key: 'a' });
  expect(await brokenRules(bookFlight, flight, ticket)).toEqual([]);
  expect(await summaryOf(bookFlight, flight, ticket)).toMatch(
    /^Flight MU1011 on 2027-06-10 \d\d:\d\d booked for 张三, order FL20270610[0-9A-F]{8}, ¥\d+$/,
  );
  const room = await callTool(bookHotel, hotel, { key: 'b' });
  expect(await brokenRules(bookHotel, hotel, room)).toEqual([]);
  expect(await summaryOf(bookHotel, hotel, room)).toMatch(
    /^上海.+ booked for 张三, .+ ¥\d+ a night$/,
  );
});

test('an order for somebody or something else is noticed', async () => {
  const ticket = await callTool(bookFlight, flight, { key: 'a' });
  const room = await callTool(bookHotel, hotel, { key: 'b' });
  const other = { passenger_name: '李四', guest_name: '李四' };
  expect(await brokenRules(bookFlight, { ...flight, ...other }, ticket)).toEqual([
    'the order is for the asked passenger',
  ]);
  expect(await brokenRules(bookHotel, { ...hotel, ...other }, room)).toEqual([
    'the order is for the asked guest',
  ]);
  expect(await brokenRules(bookFlight, soldOut, ticket)).toEqual([
    'the order is for the asked flight and date',
  ]);
  expect(await brokenRules(bookHotel, { ...hotel, hotel_id: 'H112' }, room)).toEqual([
    'the order is for the asked hotel and stay',
  ]);
});

test.each([
  ['SOLD_OUT', soldOut],
  ['NOT_FOUND', { ...flight, flight_no: 'MU9999' }],
])('%s comes from the provider and is not worth a retry', async (code, params) => {
  await expect(callTool(bookFlight, params)).rejects.toMatchObject({
    fault: { code, retryable: false },
  });
});

test('another body under the same key is refused', async () => {
  await callTool(bookFlight, flight);
  const other = callTool(bookFlight, { ...flight, passenger_name: '李四' });
  await expect(other).rejects.toMatchObject({ fault: { code: 'INVALID_PARAMS' } });
});

test('a probe finds the order, its absence, or neither', async () => {
  expect(await probeTool(bookFlight, flight)).toEqual({ outcome: 'absent' });
  const data = await callTool(bookFlight, flight);
  const happened = { outcome: 'happened', result: { status: 'success', data, error: null } };
  expect(await probeTool(bookFlight, flight)).toEqual(happened);
  expect(await probeTool(bookHotel, hotel)).toEqual({ outcome: 'unknown' });
  await provider.close();
  expect(await probeTool(bookFlight, flight)).toEqual({ outcome: 'unknown' });
});

test('a probe believes only the provider’s own word that there is no order', async () => {
  const answer = (status: number, body: string) =>
    withServer(
      (_, response) => response.writeHead(status).end(body),
      (providerUrl) => probeTool(sampleTool('book_hotel', { providerUrl }), hotel),
    );
  expect(await answer(404, '<h1>Not Found</h1>')).toEqual({ outcome: 'unknown' });
  expect(await answer(500, '')).toEqual({ outcome: 'unknown' });
  expect(await answer(200, '{}')).toEqual({ outcome: 'unknown' });
  expect(await answer(404, '{"code":"NOT_FOUND","message":"no order"}')).toEqual({
    outcome: 'absent',
  });
});

test.each([
  [429, { 'Retry-After': '2' }, { code: 'RATE_LIMITED', retryable: true, retryAfterMs: 2_000 }],
  [503, { 'Retry-After': PAST }, { code: 'UNAVAILABLE', retryable: true, retryAfterMs: 0 }],
  [503, { 'Retry-After': 'soon' }, { code: 'UNAVAILABLE', retryable: true }],
  [404, {}, { code: 'INVALID_RESULT', retryable: false }],
])(
  'HTTP %i with %o becomes the same fault for queries and orders',
  async (status, headers, fault) => {
    await withServer(
      (_, response) => response.writeHead(status, headers).end(),
      async (providerUrl) => {
        for (const call of [bookAt, queryAt]) {
          await expect(call(providerUrl)).rejects.toMatchObject({ name: 'ToolError', fault });
        }
      },
    );
  },
);

test.each([
  [500, '{"code":"UNAVAILABLE","message":"failed"}', 'UNAVAILABLE'],
  [504, '', 'TIMEOUT'],
  [408, '', 'TIMEOUT'],
  [200, '{"order_no":1}', 'INVALID_RESULT'],
  [200, '<p>', 'INVALID_RESULT'],
])('I6: after HTTP %i %j an order may stand, a query is %s', async (status, body, code) => {
  await withServer(
    (_, response) => response.writeHead(status).end(body),
    async (providerUrl) => {
      await expect(bookAt(providerUrl)).rejects.toMatchObject({
        fault: { code: 'UNKNOWN_OUTCOME' },
      });
      await expect(queryAt(providerUrl)).rejects.toMatchObject({ fault: { code } });
    },
  );
});

test('without a provider the tools say what to start', async () => {
  for (const [name, params] of [
    ['book_flight', flight],
    ['query_hotel', { ...stay, city: '上海' }],
  ] as const) {
    const call = callTool(sampleTool(name), params);
    await expect(call).rejects.toMatchObject({
      fault: { code: 'UNAVAILABLE', cure: expect.stringContaining('npm start') },
    });
  }
});

test('a provider that is gone is unavailable, for queries and orders alike', async () => {
  await provider.close();
  const unavailable = { fault: { code: 'UNAVAILABLE', retryable: true } };
  await expect(callTool(bookFlight, flight)).rejects.toMatchObject(unavailable);
  const query = sampleTool('query_flight', { providerUrl: provider.url });
  const route = { dep_city: '北京', arr_city: '上海', dep_date: '2027-06-10' };
  await expect(callTool(query, route)).rejects.toMatchObject(unavailable);
});

test('I6: an order whose answer is lost has an unknown outcome, a query is unavailable', async () => {
  await withServer(
    (request) => request.socket.destroy(),
    async (providerUrl) => {
      const call = callTool(sampleTool('book_flight', { providerUrl }), flight);
      await expect(call).rejects.toMatchObject({
        fault: { code: 'UNKNOWN_OUTCOME', retryable: false, class: 'unknownOutcome' },
      });
      const query = callTool(sampleTool('query_hotel', { providerUrl }), { ...stay, city: '上海' });
      await expect(query).rejects.toMatchObject({
        fault: { code: 'UNAVAILABLE', retryable: true },
      });
    },
  );
});

test('an abort ends a call in flight: a query timed out, an order is unknown', async () => {
  const abortWhenAsked = (name: string, params: object) => {
    const abort = new AbortController();
    return withServer(
      () => abort.abort(),
      (providerUrl) =>
        callTool(sampleTool(name, { providerUrl }), params, { signal: abort.signal }),
    );
  };
  const query = abortWhenAsked('query_hotel', { ...stay, city: '上海' });
  await expect(query).rejects.toMatchObject({ fault: { code: 'TIMEOUT', retryable: true } });
  await expect(abortWhenAsked('book_hotel', hotel)).rejects.toMatchObject({
    fault: { code: 'UNKNOWN_OUTCOME' },
  });
});
