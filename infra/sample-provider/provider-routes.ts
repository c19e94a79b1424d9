/** The provider's endpoints as a table: from path and method to what answers. */
import { z } from 'zod';
import { describeIssues } from '../../shared/events/parse-event.ts';
import type { OrderBook, OrderKind } from './order-book.ts';
import { Refusal } from './refusal.ts';
import {
  FlightOrder,
  FlightQuery,
  HotelOrder,
  HotelQuery,
  type TravelDesk,
} from './travel-desk.ts';

type Asked = {
  readonly query: Readonly<Record<string, string>>;
  readonly key: string | undefined;
  /** The last part of a path that ends in a name, decoded. */
  readonly name: string;
  readonly body: unknown;
};
export type Reply = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
type Handler = (asked: Asked) => Reply;
export type Routes = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

const IdempotencyKey = z
  .string('the header Idempotency-Key is missing')
  .regex(/^[\x21-\x7e]{1,255}$/, 'an Idempotency-Key is 1 to 255 visible ASCII characters');

const ok = (body: unknown): Reply => ({ status: 200, body });

const parse = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal('INVALID_PARAMS', `${describeIssues(parsed.error)}.`);
};

/** @returns handlers by path, then method; a path that ends in `/` takes a name after it */
export function providerRoutes(desk: TravelDesk, book: OrderBook): Routes {
  const order = ({ key: given, body }: Asked, kind: OrderKind): Reply => {
    const key = parse(IdempotencyKey, given);
    const make =
      kind === 'flight'
        ? desk.orderFlight.bind(desk, key, parse(FlightOrder, body))
        : desk.orderHotel.bind(desk, key, parse(HotelOrder, body));
    const placed = book.place({ key, kind, body }, make);
    return { status: placed.isNew ? 201 : 200, body: placed.order };
  };
  return {
    '/health': { GET: () => ok({ status: 'ok' }) },
    '/flights': { GET: ({ query }) => ok({ flights: desk.flights(parse(FlightQuery, query)) }) },
    '/flights/orders': { POST: (asked) => order(asked, 'flight') },
    '/hotels': { GET: ({ query }) => ok({ hotels: desk.hotels(parse(HotelQuery, query)) }) },
    '/hotels/orders': { POST: (asked) => order(asked, 'hotel') },
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
