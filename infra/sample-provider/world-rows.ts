/** The rows that a world file may list, and what no list of them can say. */
import { z } from 'zod';
import { clockTime } from './asked-fields.ts';

const text = z.string().trim().min(1).max(200);
const amount = z.number().min(0).max(10_000_000);
const stock = z.number().int().min(0).max(1_000_000);
/** Whole degrees Celsius. */
const temperature = z.number().int().min(-90).max(60);

export const WorldCity = z.strictObject({ name: text, aliases: z.array(text).default([]) });
export type WorldCity = z.infer<typeof WorldCity>;

/** Without `dep_date` it flies every day, with that stock each day. */
export const WorldFlight = z.strictObject({
  flight_no: text,
  dep_city: text,
  arr_city: text,
  dep_date: z.iso.date().optional(),
  dep_time: clockTime,
  arr_time: clockTime,
  price: amount,
  stock,
});

/** `stock` is so many rooms on each night; `price` is for one night. */
export const WorldHotel = z.strictObject({
  hotel_id: text,
  name: text,
  city: text,
  address: text,
  price: amount,
  stock,
});

/** Without `date` it is the weather of every day that has no row of its own. */
export const WorldWeather = z
  .strictObject({
    city: text,
    date: z.iso.date().optional(),
    weather: text,
    /** The same in English; without it `weather` is translated as far as its words are known. */
    condition: text.optional(),
    temperature_min: temperature,
    temperature_max: temperature,
    /** Beaufort. */
    wind_level: z.number().int().min(0).max(17),
  })
  .refine(({ temperature_min: min, temperature_max: max }) => min <= max, {
    path: ['temperature_min'],
    message: 'is above temperature_max',
  });

/** `stock` is so many rides on each day; without it there is always one. */
export const WorldTransfer = z.strictObject({ city: text, price: amount, stock: stock.optional() });
