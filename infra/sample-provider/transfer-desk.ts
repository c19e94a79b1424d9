/** Rides by car from one place of a city to another: those of the world file, or one at any time. */
import { z } from 'zod';
import { askedCity, clockTime, person } from './asked-fields.ts';
import { orderNo, refusePast, servedCity } from './desk-rules.ts';
import { generatedNumber } from './generated-number.ts';
import type { NewOrder, OrderBook } from './order-book.ts';
import { Refusal } from './refusal.ts';
import { findCity, type World } from './world.ts';
import type { WorldCity } from './world-rows.ts';

const place = z.string().trim().min(1).max(200);

export const TransferOrder = z
  .strictObject({
    city: askedCity,
    date: z.iso.date(),
    time: clockTime,
    from: place,
    to: place,
    passenger_name: person,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'is where the ride begins' });

type Ride = { readonly price: number; readonly stock: number };

/** Without a list every city has rides, and never too few. */
const rideIn = (world: World, city: WorldCity): Ride | undefined => {
  if (world.transfers === undefined) {
    return { price: generatedNumber(`transfer|${city.name}`, 8, 25) * 10, stock: Infinity };
  }
  const row = world.transfers.find((own) => findCity(world, own.city) === city);
  return row && { price: row.price, stock: row.stock ?? Infinity };
};

/** @throws {Refusal} `NOT_FOUND` for a city without rides, `SOLD_OUT`, `INVALID_PARAMS` */
export function orderTransfer(
  world: World,
  book: OrderBook,
  key: string,
  body: z.infer<typeof TransferOrder>,
): NewOrder {
  const { date } = body;
  refusePast(world, date);
  const city = servedCity(world, body.city);
  const ride = rideIn(world, city);
  if (ride === undefined) throw new Refusal('NOT_FOUND', `${body.city} has no transfers.`);
  const units = [`transfer in ${city.name}@${date}`];
  if (book.left(ride.stock, units) === 0) {
    throw new Refusal('SOLD_OUT', `${body.city} has no transfer left on ${date}.`);
  }
  const order = {
    order_no: orderNo('TR', date, key),
    ...body,
    price: ride.price,
    status: 'confirmed',
  };
  return { order, units };
}
