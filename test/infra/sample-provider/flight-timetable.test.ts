// Any date of any route has flights, the same in every process.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flightOn, flightsOn } from '../../../infra/sample-provider/flight-timetable.ts';
import { findCity, World } from '../../../infra/sample-provider/world.ts';
import type { WorldCity } from '../../../infra/sample-provider/world-rows.ts';

const world = World.parse({});

const cityOf = (name: string): WorldCity => {
  const city = findCity(world, name);
  if (city === undefined) throw new TypeError(`${name} is missing`);
  return city;
};

const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

test('the cheapest flight of every route and date is sold out and another one is not', () => {
  const city = fc.constantFrom(...world.cities);
  fc.assert(
    fc.property(city, city, date, (dep, arr, day) => {
      fc.pre(dep !== arr);
      const [cheapest, ...others] = flightsOn(world, dep, arr, day).toSorted(
        (a, b) => a.price - b.price,
      );
      expect(cheapest?.stock).toBe(0);
      expect(others).toHaveLength(4);
      for (const { stock } of others) expect(stock).toBeGreaterThan(0);
    }),
  );
});

test('every generated flight is found again by its number and date alone', () => {
  for (const dep of world.cities) {
    for (const arr of world.cities.filter((other) => other !== dep)) {
      for (const flight of flightsOn(world, dep, arr, '2028-02-29')) {
        expect(flightOn(world, flight.flight_no, '2028-02-29')).toEqual(flight);
      }
    }
  }
});

test('no two routes share a flight number', () => {
  const numbers = world.cities.flatMap((dep) =>
    world.cities
      .filter((arr) => arr !== dep)
      .flatMap((arr) => flightsOn(world, dep, arr, '2027-06-10').map(({ flight_no }) => flight_no)),
  );
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('flights are listed by departure and land on the same day', () => {
  const flights = flightsOn(world, cityOf('北京'), cityOf('上海'), '2027-06-10');
  const departures = flights.map(({ dep_time }) => dep_time);
  expect(departures).toEqual(departures.toSorted());
  for (const { dep_time, arr_time } of flights) expect(arr_time > dep_time).toBe(true);
});

test.each(['MU9999', 'XX1001', 'MU1000', 'MU1001', 'MU', '', 'HO99999999', 'mu1011', '__proto__'])(
  'there is no flight %j',
  (flightNo) => {
    expect(flightOn(world, flightNo, '2027-06-10')).toBeUndefined();
  },
);
