/** Which rows of a query can be booked: the same condition as `$pick`, as JSONata, and in code. */
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
export function bookableRows(
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
