/** `sold-out` and `sold-out:all`: flights that look for sale, or do not, and cannot be had. */
import { flightsBeside } from '../flight-timetable.ts';
import type { Asked, Reply } from '../provider-routes.ts';
import { Refusal } from '../refusal.ts';
import { FlightOrder } from '../travel-desk.ts';
import type { World } from '../world.ts';
import type { Interference } from './interference.ts';
import { replaceField } from './replace-field.ts';

const soldOut = (asked: Asked): Asked => ({
  ...asked,
  refusal: new Refusal('SOLD_OUT', 'This flight is sold out.'),
});

const withStock = (reply: Reply, stock: 0 | undefined): Reply => ({
  ...reply,
  body: replaceField(reply.body, 'stock', stock),
});

/** Of several at the same price the first of the list, as whoever sorts the rows by price takes it. */
const isCheapest = (world: World, body: unknown): boolean => {
  const order = FlightOrder.safeParse(body);
  if (!order.success) return false;
  const { flight_no, dep_date } = order.data;
  const [cheapest] = flightsBeside(world, flight_no, dep_date).toSorted(
    (a, b) => a.price - b.price,
  );
  return cheapest?.flight_no === flight_no;
};

/** Rows say nothing of stock, and the cheapest flight of its route and date is gone. */
export const cheapestSoldOut =
  (world: World): Interference =>
  ({ path, asked }, serve) => {
    if (path === '/flights') return withStock(serve(asked), undefined);
    if (path !== '/flights/orders' || !isCheapest(world, asked.body)) return serve(asked);
    return serve(soldOut(asked));
  };

/** No flight has a seat. */
export const allSoldOut =
  (): Interference =>
  ({ path, asked }, serve) => {
    if (path === '/flights') return withStock(serve(asked), 0);
    return serve(path === '/flights/orders' ? soldOut(asked) : asked);
  };
