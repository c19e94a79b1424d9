/** What a journey needs: rows of flights and hotels with what is left of them, and orders for them. */
import { z } from 'zod';
import { askedCity, person } from './asked-fields.ts';
import { orderNo, refusePast, servedCity } from './desk-rules.ts';
import { flightOn, flightsOn } from './flight-timetable.ts';
import { hotelById, hotelsIn } from './hotel-list.ts';
import type { NewOrder, OrderBook } from './order-book.ts';
import { Refusal } from './refusal.ts';
import { nightsOf } from './stay.ts';
import type { World } from './world.ts';

const idCard = z.string().trim().min(1).max(50);
const price = z
  .string()
  .regex(/^\d{1,8}(\.\d{1,2})?$/, 'a price is a decimal number')
  .transform(Number);
const stay = { checkin_date: z.iso.date(), checkout_date: z.iso.date() };

export const FlightQuery = z.strictObject({
  depCity: askedCity,
  arrCity: askedCity,
  depDate: z.iso.date(),
});
export const HotelQuery = z.strictObject({
  city: askedCity,
  checkinDate: z.iso.date(),
  checkoutDate: z.iso.date(),
  priceMin: price.optional(),
  priceMax: price.optional(),
});
export const FlightOrder = z.strictObject({
  flight_no: z.string().min(1).max(50),
  dep_date: z.iso.date(),
  passenger_name: person,
  id_card: idCard,
});
export const HotelOrder = z.strictObject({
  hotel_id: z.string().min(1).max(50),
  ...stay,
  guest_name: person,
  id_card: idCard,
});

export class TravelDesk {
  readonly #world: World;
  readonly #book: OrderBook;

  constructor(world: World, book: OrderBook) {
    this.#world = world;
    this.#book = book;
  }

  /** @throws {Refusal} `NOT_FOUND` for an unknown city, `INVALID_PARAMS` for a flight to where it starts */
  flights({ depCity, arrCity, depDate }: z.infer<typeof FlightQuery>): unknown[] {
    refusePast(this.#world, depDate);
    const [dep, arr] = [servedCity(this.#world, depCity), servedCity(this.#world, arrCity)];
    if (dep === arr) throw new Refusal('INVALID_PARAMS', `${depCity} and ${arrCity} are one city.`);
    // Cities are echoed as they were asked for, so that the asker can compare them.
    const route = { dep_city: depCity, arr_city: arrCity, dep_date: depDate };
    return flightsOn(this.#world, dep, arr, depDate).map((flight) => ({
      flight_no: flight.flight_no,
      ...route,
      dep_time: flight.dep_time,
      arr_time: flight.arr_time,
      price: flight.price,
      stock: this.#book.left(flight.stock, [`${flight.flight_no}@${depDate}`]),
    }));
  }

  /** @throws {Refusal} `NOT_FOUND` for an unknown city, `INVALID_PARAMS` for a stay without a night */
  hotels(query: z.infer<typeof HotelQuery>): unknown[] {
    const { city: asked, checkinDate, checkoutDate, priceMin = 0, priceMax = Infinity } = query;
    const nights = this.#nights(checkinDate, checkoutDate);
    const stays = { city: asked, checkin_date: checkinDate, checkout_date: checkoutDate };
    return hotelsIn(this.#world, servedCity(this.#world, asked), checkinDate)
      .filter((hotel) => hotel.price >= priceMin && hotel.price <= priceMax)
      .map((hotel) => ({
        hotel_id: hotel.hotel_id,
        name: hotel.name,
        ...stays,
        price: hotel.price,
        address: hotel.address,
        stock: this.#book.left(
          hotel.stock,
          nights.map((night) => `${hotel.hotel_id}@${night}`),
        ),
      }));
  }

  /** @throws {Refusal} `NOT_FOUND` for a flight that does not fly that day, `SOLD_OUT` */
  orderFlight(key: string, body: z.infer<typeof FlightOrder>): NewOrder {
    const { flight_no, dep_date, passenger_name } = body;
    refusePast(this.#world, dep_date);
    const flight = flightOn(this.#world, flight_no, dep_date);
    if (flight === undefined) {
      throw new Refusal('NOT_FOUND', `There is no flight ${flight_no} on ${dep_date}.`);
    }
    const units = [`${flight_no}@${dep_date}`];
    if (this.#book.left(flight.stock, units) === 0) {
      throw new Refusal('SOLD_OUT', `Flight ${flight_no} on ${dep_date} is sold out.`);
    }
    const { dep_time, arr_time, price: fare } = flight;
    const order = {
      order_no: orderNo('FL', dep_date, key),
      ...{ flight_no, dep_date, dep_time, arr_time, passenger_name, price: fare },
      status: 'confirmed',
    };
    return { order, units };
  }

  /** @throws {Refusal} `NOT_FOUND` for an unknown hotel, `SOLD_OUT`, `INVALID_PARAMS` */
  orderHotel(key: string, body: z.infer<typeof HotelOrder>): NewOrder {
    const { hotel_id, checkin_date, checkout_date, guest_name } = body;
    const nights = this.#nights(checkin_date, checkout_date);
    const hotel = hotelById(this.#world, hotel_id, checkin_date);
    if (hotel === undefined) throw new Refusal('NOT_FOUND', `There is no hotel ${hotel_id}.`);
    const units = nights.map((night) => `${hotel_id}@${night}`);
    if (this.#book.left(hotel.stock, units) === 0) {
      throw new Refusal('SOLD_OUT', `${hotel.name} has no room from ${checkin_date} on.`);
    }
    const order = {
      order_no: orderNo('HT', checkin_date, key),
      ...{ hotel_id, name: hotel.name, address: hotel.address, checkin_date, checkout_date },
      ...{ guest_name, nights: nights.length, price: hotel.price },
      total: hotel.price * nights.length,
      status: 'confirmed',
    };
    return { order, units };
  }

  #nights(checkinDate: string, checkoutDate: string): string[] {
    refusePast(this.#world, checkinDate);
    const nights = nightsOf(checkinDate, checkoutDate);
    if (nights.length > 0) return nights;
    const stays = `${checkinDate} to ${checkoutDate}`;
    throw new Refusal('INVALID_PARAMS', `A stay is 1 to 30 nights, not ${stays}.`);
  }
}
