/** The provider's endpoints as a table: from path and method to what answers. */
import { z } from 'zod';
import { describeIssues } from '../../shared/events/parse-event.ts';
import type { NewOrder, OrderBook, OrderKind } from './order-book.ts';
import { Refusal } from './refusal.ts';
import { orderTransfer, TransferOrder } from './transfer-desk.ts';
import { FlightOrder, FlightQuery, HotelOrder, HotelQuery, TravelDesk } from './travel-desk.ts';
import { WeatherQuery, weatherOn } from './weather-report.ts';
import type { World } from './world.ts';

export type Asked = {
  readonly query: Readonly<Record<string, string>>;
  readonly key: string | undefined;
  /** The last part of a path that ends in a name, decoded. */
  readonly name: string;
  readonly body: unknown;
  /** What an order that is well formed is refused with all the same; a fault puts it here. */
  readonly refusal?: Refusal;
};
export type Reply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
export type Handler = (asked: Asked) => Reply;
/** Handlers by path, then method; a path that ends in `/` takes a name after it. */
export type Routes<Answer = Reply | Promise<Reply>> = Readonly<
  Record<string, Readonly<Record<string, (asked: Asked) => Answer>>>
>;

const IdempotencyKey = z
  .string('the header Idempotency-Key is missing')
  .regex(/^[\x21-\x7e]{1,255}$/, 'an Idempotency-Key is 1 to 255 visible ASCII characters');

const ok = (body: unknown): Reply => ({ status: 200, body });

const parse = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal('INVALID_PARAMS', `${describeIssues(parsed.error)}.`);
};

/** Reads an order; what it returns looks at the stock and says what the order would be. */
type ReadOrder = (key: string, body: unknown) => () => NewOrder;

const readersOf = (world: World, book: OrderBook, desk: TravelDesk) =>
  ({
    flight: (key, body) => desk.orderFlight.bind(desk, key, parse(FlightOrder, body)),
    hotel: (key, body) => desk.orderHotel.bind(desk, key, parse(HotelOrder, body)),
    transfer: (key, body) => orderTransfer.bind(null, world, book, key, parse(TransferOrder, body)),
  }) satisfies Record<OrderKind, ReadOrder>;

/** @returns the table of a provider of this world */
export function providerRoutes(world: World, book: OrderBook): Routes<Reply> {
  const desk = new TravelDesk(world, book);
  const readers = readersOf(world, book, desk);
  const order = ({ key: given, body, refusal }: Asked, kind: OrderKind): Reply => {
    const key = parse(IdempotencyKey, given);
    const make = readers[kind](key, body);
    const placed = book.place({ key, kind, body }, () => {
      if (refusal !== undefined) throw refusal;
      return make();
    });
    return { status: placed.isNew ? 201 : 200, body: placed.order };
  };
  return {
    '/health': { GET: () => ok({ status: 'ok' }) },
    '/flights': { GET: ({ query }) => ok({ flights: desk.flights(parse(FlightQuery, query)) }) },
    '/flights/orders': { POST: (asked) => order(asked, 'flight') },
    '/hotels': { GET: ({ query }) => ok({ hotels: desk.hotels(parse(HotelQuery, query)) }) },
    '/hotels/orders': { POST: (asked) => order(asked, 'hotel') },
    '/weather': { GET: ({ query }) => ok(weatherOn(world, parse(WeatherQuery, query))) },
    '/transfers/orders': { POST: (asked) => order(asked, 'transfer') },
    '/orders/': {
      GET: ({ name }) => {
        const found = book.find(name);
        if (found === undefined) throw new Refusal('NOT_FOUND', 'No order has this key.');
        return ok(found);
      },
    },
    '/effects': { GET: () => ok(book.effects()) },
  };
}
