/** Which rows of a query can be booked: the same condition as `$pick`, as JSONata, and in code. */
import { daysBetween } from '../../../shared/dates/zoned-day.ts';
import type { Prior } from '../../../shared/events/shapes.ts';
import type { Facts } from './context-facts.ts';

export type Row = Readonly<Record<string, unknown>>;

type Bounds = {
  readonly priceMax: number | undefined;
  readonly priceMin: number | undefined;
  readonly from: string | undefined;
  readonly until: string | undefined;
};

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

export const flightBounds = (facts: Facts): Bounds => ({
  priceMax: numberOf(facts.flight_max),
  priceMin: undefined,
  from: facts.leave_from,
  until: facts.leave_until,
});

export const hotelBounds = (facts: Facts): Bounds => ({
  priceMax: numberOf(facts.hotel_max),
  priceMin: numberOf(facts.hotel_min),
  from: undefined,
  until: undefined,
});

const FLIGHTS = { tool: 'query_flight', field: 'flights', key: 'flight_no' } as const;
const HOTELS = { tool: 'query_hotel', field: 'hotels', key: 'hotel_id' } as const;

const nightsOf = ({ checkin_date: from = '', checkout_date: until = '' }: Facts): number =>
  daysBetween(from, until) || 1;

const atMost = (bounds: Bounds, price: number): Bounds => ({
  ...bounds,
  priceMax: Math.min(bounds.priceMax ?? Number.POSITIVE_INFINITY, price),
});

/** Flights that can be booked and leave enough of the total for the cheapest room; the cheapest first. */
export function flightsLeft(results: Prior, facts: Facts, refused: ReadonlySet<string>): Row[] {
  const total = numberOf(facts.total_max);
  const bounds = flightBounds(facts);
  if (total === undefined) return bookableRows(results, FLIGHTS, bounds, refused);
  const [room] = bookableRows(results, HOTELS, hotelBounds(facts), new Set());
  const rest = total - (room === undefined ? 0 : Number(room.price) * nightsOf(facts));
  return bookableRows(results, FLIGHTS, atMost(bounds, rest), refused);
}

/** Rooms that can be booked for what the booked flight leaves of the total; the cheapest first. */
export function hotelsLeft(results: Prior, facts: Facts, refused: ReadonlySet<string>): Row[] {
  const total = numberOf(facts.total_max);
  const bounds = hotelBounds(facts);
  if (total === undefined) return bookableRows(results, HOTELS, bounds, refused);
  const flight = Object.values(results).find(({ tool }) => tool === 'book_flight');
  const fare = Number((flight?.data as Row | null | undefined)?.price ?? 0);
  return bookableRows(results, HOTELS, atMost(bounds, (total - fare) / nightsOf(facts)), refused);
}

/** A row without stock may have some: only a stock of 0 is known to be none. */
export function whereOf({ priceMax, priceMin, from, until }: Bounds): Record<string, unknown> {
  const price = {
    ...(priceMax === undefined ? {} : { lte: priceMax }),
    ...(priceMin === undefined ? {} : { gte: priceMin }),
  };
  const time = {
    ...(from === undefined ? {} : { gte: from }),
    ...(until === undefined ? {} : { lt: until }),
  };
  return {
    stock: { ne: 0 },
    ...(Object.keys(price).length === 0 ? {} : { price }),
    ...(Object.keys(time).length === 0 ? {} : { dep_time: time }),
  };
}

export const predicateOf = ({ priceMax, priceMin, from, until }: Bounds): string =>
  [
    '$not(stock = 0)',
    ...(priceMax === undefined ? [] : [`price <= ${priceMax}`]),
    ...(priceMin === undefined ? [] : [`price >= ${priceMin}`]),
    ...(from === undefined ? [] : [`dep_time >= "${from}"`]),
    ...(until === undefined ? [] : [`dep_time < "${until}"`]),
  ].join(' and ');

const keeps = (row: Row, { priceMax, priceMin, from, until }: Bounds): boolean => {
  const price = Number(row.price);
  const time = String(row.dep_time ?? '');
  return (
    row.stock !== 0 &&
    (priceMax === undefined || price <= priceMax) &&
    (priceMin === undefined || price >= priceMin) &&
    (from === undefined || time >= from) &&
    (until === undefined || time < until)
  );
};

/** Rows under `field` of the results of `tool`, cheapest first, without those that were refused. */
function bookableRows(
  results: Prior,
  source: { readonly tool: string; readonly field: string; readonly key: string },
  bounds: Bounds,
  refused: ReadonlySet<string>,
): Row[] {
  const rows = Object.values(results)
    .filter(({ tool }) => tool === source.tool)
    .flatMap(({ data }) => {
      const list = (data as Record<string, unknown> | null | undefined)?.[source.field];
      return Array.isArray(list) ? (list as Row[]) : [];
    });
  return rows
    .filter((row) => keeps(row, bounds) && !refused.has(String(row[source.key])))
    .toSorted((a, b) => Number(a.price) - Number(b.price));
}
