/** Plain HTTP calls to a provider under test, and bodies that it takes. */
import type { EffectCount } from '../../../infra/sample-provider/order-book.ts';

export const FLIGHT_ORDER = {
  dep_date: '2027-06-10',
  passenger_name: '张三',
  id_card: '110101199001011234',
};
export const HOTEL_ORDER = {
  checkin_date: '2027-06-10',
  checkout_date: '2027-06-12',
  guest_name: '张三',
  id_card: '110101199001011234',
};
export const TRANSFER_ORDER = {
  city: '上海',
  date: '2027-06-10',
  time: '10:30',
  from: '虹桥机场',
  to: '江畔酒店',
  passenger_name: '张三',
};

type Row = { flight_no: string; hotel_id: string; name: string; price: number; stock: number };
/** What the tests read of answers; which of it is there depends on what was asked. */
type Body = { code: string; message: string; order_no: string; flights: Row[]; hotels: Row[] };
export type Answer = { status: number; headers: Headers; body: Body };

export async function ask(url: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Body,
  };
}

export const order = (url: string, key: string, body: unknown): Promise<Answer> =>
  ask(url, { method: 'POST', headers: { 'Idempotency-Key': key }, body: JSON.stringify(body) });

export const effectsOf = async (url: string): Promise<Record<string, EffectCount>> =>
  (await fetch(`${url}/effects`)).json() as Promise<Record<string, EffectCount>>;

/** @throws {TypeError} when no row has stock */
export function firstInStock(rows: Row[]): Row {
  const row = rows.find(({ stock }) => stock > 0);
  if (row === undefined) throw new TypeError('no row has stock');
  return row;
}
