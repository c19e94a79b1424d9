/**
 * Which flights there are on a date: those of the world file, or generated ones. A generated flight's
 * number encodes its route, so a booking finds it by number and date alone.
 */
import { generatedNumber } from './generated-number.ts';
import { findCity, type World } from './world.ts';
import type { WorldCity } from './world-rows.ts';

export type Flight = {
  readonly flight_no: string;
  readonly dep_time: string;
  readonly arr_time: string;
  readonly price: number;
  /** Seats before anything was booked. */
  readonly stock: number;
};

/** Five flights a day and route, the cheapest first; the fares of slots never overlap. */
const SLOTS = [
  { carrier: 'HO', departs: 19 * 60 + 50 },
  { carrier: 'MU', departs: 14 * 60 + 5 },
  { carrier: 'CA', departs: 7 * 60 + 30 },
  { carrier: 'CZ', departs: 10 * 60 + 15 },
  { carrier: 'HU', departs: 16 * 60 + 40 },
] as const;
const FIRST_NUMBER = 1_000;
const NUMBERS_A_ROUTE = 10;
const FARE_STEP = 130;

const atMinute = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const generatedFlight = (route: number, slot: number, date: string): Flight => {
  const { carrier, departs } = SLOTS[slot] ?? SLOTS[0];
  const day = `${route}|${slot}|${date}`;
  const minutes = generatedNumber(`duration|${route}`, 18, 42) * 5;
  const fare = generatedNumber(`fare|${route}`, 40, 90) * 10 + slot * FARE_STEP;
  return {
    flight_no: `${carrier}${FIRST_NUMBER + route * NUMBERS_A_ROUTE + slot}`,
    dep_time: atMinute(departs),
    arr_time: atMinute(departs + minutes),
    price: fare + generatedNumber(`price|${day}`, 0, 9) * 10,
    // The cheapest fare is gone already, so that "the cheapest" and "the cheapest in stock" differ.
    stock: slot === 0 ? 0 : generatedNumber(`stock|${day}`, 9, 60),
  };
};

const byDeparture = (a: Flight, b: Flight): number => (a.dep_time < b.dep_time ? -1 : 1);

const routeOf = ({ cities }: World, dep: WorldCity, arr: WorldCity): number =>
  cities.indexOf(dep) * cities.length + cities.indexOf(arr);

/** @returns the flights from one city of this world to another on a date, by departure */
export function flightsOn(world: World, dep: WorldCity, arr: WorldCity, date: string): Flight[] {
  const listed = world.flights?.filter(
    (flight) =>
      findCity(world, flight.dep_city) === dep &&
      findCity(world, flight.arr_city) === arr &&
      (flight.dep_date ?? date) === date,
  );
  const route = routeOf(world, dep, arr);
  const flights = listed ?? SLOTS.map((_, slot) => generatedFlight(route, slot, date));
  return flights.toSorted(byDeparture);
}

type CityPair = readonly [WorldCity | undefined, WorldCity | undefined];

/** Between which cities a flight of that number would fly on a date. */
const citiesOf = (world: World, flightNo: string, date: string): CityPair => {
  const listed = world.flights?.find(
    ({ flight_no, dep_date }) => flight_no === flightNo && (dep_date ?? date) === date,
  );
  if (listed !== undefined)
    return [findCity(world, listed.dep_city), findCity(world, listed.arr_city)];
  const number = Number(/^[A-Z]{2}(\d{4,6})$/.exec(flightNo)?.[1] ?? 0) - FIRST_NUMBER;
  const route = Math.floor(number / NUMBERS_A_ROUTE);
  const { cities } = world;
  return [cities[Math.floor(route / cities.length)], cities[route % cities.length]];
};

/** @returns all flights of the route and date that this flight has; none when there is no such flight */
export function flightsBeside(world: World, flightNo: string, date: string): Flight[] {
  const [dep, arr] = citiesOf(world, flightNo, date);
  if (dep === undefined || arr === undefined || dep === arr) return [];
  const flights = flightsOn(world, dep, arr, date);
  return flights.some(({ flight_no }) => flight_no === flightNo) ? flights : [];
}

/** @returns the flight of that number on a date, or undefined when none flies */
export const flightOn = (world: World, flightNo: string, date: string): Flight | undefined =>
  flightsBeside(world, flightNo, date).find(({ flight_no }) => flight_no === flightNo);
