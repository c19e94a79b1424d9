// Orders and stock survive a restart, and a line that was cut short was never answered.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from '../../../infra/sample-provider/order-journal.ts';
import { Refusal } from '../../../infra/sample-provider/refusal.ts';
import { startSampleProvider } from '../../../infra/sample-provider/sample-provider.ts';
import {
  type Answer,
  ask,
  effectsOf,
  FLIGHT_ORDER,
  firstInStock,
  HOTEL_ORDER,
  order,
} from './ask-provider.ts';

let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopwright-journal-'));
  stateFile = join(folder, 'deep', 'orders.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a provider on the state file, works with it, and ends it. */
const during = async <T>(work: (url: string) => Promise<T>): Promise<T> => {
  const provider = await startSampleProvider({ stateFile });
  try {
    return await work(provider.url);
  } finally {
    await provider.close();
  }
};

const rowsOf = async (url: string) =>
  (await ask(`${url}/flights?depCity=北京&arrCity=上海&depDate=2027-06-10`)).body.flights;
const bookFirst = async (url: string, key: string): Promise<Answer> => {
  const { flight_no } = firstInStock(await rowsOf(url));
  return order(`${url}/flights/orders`, key, { ...FLIGHT_ORDER, flight_no });
};

test('orders, stock and counts are the same after a restart', async () => {
  const before = await during(async (url) => {
    const flight = await bookFirst(url, 'k1');
    await bookFirst(url, 'k1');
    await order(`${url}/hotels/orders`, 'h1', { ...HOTEL_ORDER, hotel_id: 'H111' });
    await order(`${url}/hotels/orders`, 'h2', { ...HOTEL_ORDER, hotel_id: 'H999' });
    return { flight: flight.body, rows: await rowsOf(url), effects: await effectsOf(url) };
  });
  expect(before.effects).toEqual({
    k1: { effects: 1, calls: 2, kind: 'flight' },
    h1: { effects: 1, calls: 1, kind: 'hotel' },
    h2: { effects: 0, calls: 1, kind: 'hotel' },
  });
  await during(async (url) => {
    expect(await rowsOf(url)).toEqual(before.rows);
    expect(await effectsOf(url)).toEqual(before.effects);
    expect((await ask(`${url}/orders/k1`)).body).toEqual(before.flight);
    expect(await bookFirst(url, 'k1')).toMatchObject({ status: 200, body: before.flight });
  });
});

test('the state file holds no identity card', async () => {
  await during((url) => bookFirst(url, 'k1'));
  expect(readFileSync(stateFile, 'utf8')).not.toContain(FLIGHT_ORDER.id_card);
});

test('a last line that was cut short is dropped and does not spoil the next', async () => {
  await during((url) => bookFirst(url, 'k1'));
  appendFileSync(stateFile, readFileSync(stateFile, 'utf8').slice(0, 40));
  await during(async (url) => {
    expect(await effectsOf(url)).toEqual({ k1: { effects: 1, calls: 1, kind: 'flight' } });
    await bookFirst(url, 'k2');
  });
  await during(async (url) => {
    expect(Object.keys(await effectsOf(url))).toEqual(['k1', 'k2']);
  });
});

test('a state file that holds something else is refused with the line', async () => {
  await during((url) => bookFirst(url, 'k1'));
  appendFileSync(stateFile, '{"what":"ever"}\n');
  await expect(startSampleProvider({ stateFile })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining('Line 2'),
  });
});

test('a state file in a place that is no folder is refused', async () => {
  writeFileSync(join(folder, 'deep'), '');
  await expect(startSampleProvider({ stateFile })).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
  });
});

test('what the disk does not take is refused and not remembered', () => {
  const journal = openJournal(stateFile);
  journal.close();
  const entry = { key: 'k1', kind: 'flight', bodyHash: 'b', order: null, units: [] } as const;
  for (const _ of [1, 2]) {
    expect(() => journal.append({ ...entry, units: [] })).toThrow(Refusal);
  }
  expect(readFileSync(stateFile, 'utf8')).toBe('');
});
