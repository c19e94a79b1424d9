// Bad input of every kind gets a code, and the provider lives on.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import { ask, effectsOf, FLIGHT_ORDER, HOTEL_ORDER, order } from './ask-provider.ts';

let provider: SampleProvider;
beforeAll(async () => {
  provider = await startSampleProvider();
});
afterAll(async () => {
  expect(await ask(`${provider.url}/health`)).toMatchObject({ status: 200 });
  expect(await effectsOf(provider.url)).not.toHaveProperty('bad.effects', 1);
  await provider.close();
});

const flights = '/flights?depCity=北京&arrCity=上海&depDate=';
const hotels = '/hotels?city=上海';

test.each([
  ['a day that February does not have', `${flights}2026-02-30`, 400],
  ['a leap day of no leap year', `${flights}2100-02-29`, 400],
  ['a weekday as date', `${flights}Friday`, 400],
  ['a date with a time', `${flights}2027-06-10T00:00`, 400],
  ['no date', '/flights?depCity=北京&arrCity=上海', 400],
  ['no query', '/flights', 400],
  ['an unknown query field', `${flights}2027-06-10&sort=price`, 400],
  [
    'a route that ends where it starts',
    '/flights?depCity=北京&arrCity=Beijing&depDate=2027-06-10',
    400,
  ],
  ['an unknown city', '/flights?depCity=Atlantis&arrCity=上海&depDate=2027-06-10', 404],
  ['a stay without a night', `${hotels}&checkinDate=2027-06-10&checkoutDate=2027-06-10`, 400],
  ['a stay that ends first', `${hotels}&checkinDate=2027-06-10&checkoutDate=2027-06-09`, 400],
  ['a stay of a year', `${hotels}&checkinDate=2027-06-10&checkoutDate=2028-06-10`, 400],
  [
    'a price that is no number',
    `${hotels}&checkinDate=2027-06-10&checkoutDate=2027-06-11&priceMax=cheap`,
    400,
  ],
  ['an empty price', `${hotels}&checkinDate=2027-06-10&checkoutDate=2027-06-11&priceMin=`, 400],
  ['an unknown path', '/planets', 404],
  ['the root', '/', 404],
  ['a path of a prototype', '/__proto__', 404],
  ['a path too deep', '/flights/orders/x', 404],
  ['an order without a key', '/orders/', 404],
  ['a path that is not URL-encoded', '/orders/%E4%ZZ', 400],
])('a query with %s is refused with a code', async (_, path, status) => {
  const answer = await ask(provider.url + path);
  expect(answer).toMatchObject({
    status,
    body: { code: status === 404 ? 'NOT_FOUND' : 'INVALID_PARAMS' },
  });
  expect(answer.body.message).not.toBe('');
});

const flightOrder = { ...FLIGHT_ORDER, flight_no: 'MU1011' };

test.each([
  ['no JSON', '{"flight_no":', 400],
  ['an empty body', '', 400],
  ['null', 'null', 400],
  ['a list', '[]', 400],
  ['a missing field', JSON.stringify({ ...flightOrder, passenger_name: undefined }), 400],
  ['an empty name', JSON.stringify({ ...flightOrder, passenger_name: '  ' }), 400],
  ['a wrong date', JSON.stringify({ ...flightOrder, dep_date: '2026-02-30' }), 400],
  ['a number for a text', JSON.stringify({ ...flightOrder, flight_no: 7 }), 400],
  ['an unknown field', JSON.stringify({ ...flightOrder, seat: '1A' }), 400],
  ['an unknown flight', JSON.stringify({ ...flightOrder, flight_no: 'MU9999' }), 404],
  [
    'a body that is too large',
    JSON.stringify({ ...flightOrder, note: 'x'.repeat(2_000_000) }),
    413,
  ],
])('an order with %s is refused with a code', async (_, body, status) => {
  const headers = { 'Idempotency-Key': 'bad' };
  const answer = await ask(`${provider.url}/flights/orders`, { method: 'POST', headers, body });
  expect(answer).toMatchObject({
    status,
    body: { code: status === 404 ? 'NOT_FOUND' : 'INVALID_PARAMS' },
  });
});

test('an order whose body is no UTF-8 is refused', async () => {
  const init = {
    method: 'POST',
    headers: { 'Idempotency-Key': 'bad' },
    body: new Uint8Array([0x22, 0xff, 0x22]),
  };
  expect(await ask(`${provider.url}/flights/orders`, init)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_PARAMS' },
  });
});

test('an order for an unknown hotel or no night is refused', async () => {
  const url = `${provider.url}/hotels/orders`;
  expect(await order(url, 'bad', { ...HOTEL_ORDER, hotel_id: 'H999' })).toMatchObject({
    status: 404,
  });
  const reversed = { ...HOTEL_ORDER, hotel_id: 'H111', checkout_date: '2027-06-01' };
  expect(await order(url, 'bad', reversed)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_PARAMS' },
  });
});

test.each([
  ['no key', {}],
  ['a key with blanks', { 'Idempotency-Key': 'a b' }],
  ['a key that is too long', { 'Idempotency-Key': 'k'.repeat(300) }],
])('an order with %s is refused', async (_, headers) => {
  const init = { method: 'POST', headers, body: JSON.stringify(flightOrder) };
  const answer = await ask(`${provider.url}/flights/orders`, init);
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'INVALID_PARAMS', message: expect.stringContaining('Idempotency-Key') },
  });
});

test.each([
  ['POST', '/flights', 'GET'],
  ['GET', '/flights/orders', 'POST'],
  ['DELETE', '/orders/k1', 'GET'],
  ['PUT', '/effects', 'GET'],
  ['PATCH', '/health', 'GET'],
])('%s %s is refused and names %s', async (method, path, allowed) => {
  const answer = await ask(provider.url + path, { method });
  expect(answer).toMatchObject({ status: 405, body: { code: 'INVALID_PARAMS' } });
  expect(answer.headers.get('allow')).toBe(allowed);
});

/** Everything that the provider sends back until it ends the connection. */
const talk = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(provider.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString();
    });
    socket.once('close', () => resolve(heard));
    socket.once('error', reject);
    socket.write(text);
  });

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  [
    'a body of two lengths',
    'POST /flights/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  ],
  ['a path that is no URL', 'GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
])('%s is answered with a code', async (_, text) => {
  const heard = await talk(text);
  expect(heard).toMatch(/^HTTP\/1\.1 400 /);
  expect(heard).toContain('"code":"INVALID_PARAMS"');
});

test('a caller that hangs up in the middle of a body does no harm', async () => {
  const head =
    'POST /flights/orders HTTP/1.1\r\nHost: x\r\nIdempotency-Key: bad\r\nContent-Length: 500\r\n\r\n{';
  const socket = connect(Number(new URL(provider.url).port), '127.0.0.1');
  await new Promise((resolve) => socket.write(head, resolve));
  socket.resetAndDestroy();
  expect(await ask(`${provider.url}/health`)).toMatchObject({ status: 200 });
});
