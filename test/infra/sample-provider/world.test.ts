// A world file replaces what it names, and one that cannot be true is refused with the place.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { flightOn, flightsOn } from '../../../infra/sample-provider/flight-timetable.ts';
import { hotelById, hotelsIn } from '../../../infra/sample-provider/hotel-list.ts';
import { findCity, loadWorld, World } from '../../../infra/sample-provider/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'loopwright-world-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const written = (content: string): string => {
  const file = join(folder, 'world.json');
  writeFileSync(file, content);
  return file;
};

const flight = {
  flight_no: 'ZZ1',
  dep_city: 'Athens',
  arr_city: 'Rome',
  dep_time: '08:00',
  arr_time: '10:00',
};
const small = {
  cities: [{ name: 'Athens' }, { name: 'Rome', aliases: ['Roma'] }],
  flights: [
    { ...flight, price: 99, stock: 3 },
    { ...flight, flight_no: 'ZZ2', dep_date: '2027-01-02', price: 50, stock: 1 },
  ],
  hotels: [
    { hotel_id: 'R1', name: 'Hotel Roma', city: 'Roma', address: 'Via 1', price: 80, stock: 2 },
  ],
};
const weather = {
  city: 'Rome',
  weather: '晴',
  temperature_min: 10,
  temperature_max: 20,
  wind_level: 2,
};

test.each(['Beijing', 'beijing', ' BEIJING ', '北京', '北京市', 'Peking', 'Beijing City'])(
  '%j is 北京',
  (name) => {
    expect(findCity(World.parse({}), name)?.name).toBe('北京');
  },
);

test.each(["Xi'an", 'Xian', 'Xi’an', 'xi an'])('%j is 西安', (name) => {
  expect(findCity(World.parse({}), name)?.name).toBe('西安');
});

test.each(['', 'Atlantis', '市', 'city'])('%j is no city', (name) => {
  expect(findCity(World.parse({}), name)).toBeUndefined();
});

test('a loaded world has only its own flights, on their dates', async () => {
  const world = await loadWorld(written(JSON.stringify(small)));
  const [athens, rome] = world.cities;
  if (athens === undefined || rome === undefined) throw new TypeError('the world has two cities');
  const numbersOn = (date: string) =>
    flightsOn(world, athens, rome, date).map(({ flight_no }) => flight_no);
  expect(numbersOn('2027-01-01')).toEqual(['ZZ1']);
  expect(numbersOn('2027-01-02')).toEqual(['ZZ1', 'ZZ2']);
  expect(flightOn(world, 'ZZ2', '2027-01-01')).toBeUndefined();
  expect(hotelsIn(world, rome, '2027-01-01')).toMatchObject([{ hotel_id: 'R1' }]);
  expect(hotelById(world, 'R1', '2027-01-01')).toMatchObject({ name: 'Hotel Roma' });
  expect(hotelsIn(world, athens, '2027-01-01')).toEqual([]);
});

test('what a world leaves out stays as it is by default', async () => {
  const world = await loadWorld(written('{"now":"2027-01-01T00:00:00Z"}'));
  expect(findCity(world, 'Shanghai')?.name).toBe('上海');
  expect(world.flights).toBeUndefined();
});

test.each([
  ['no JSON', '{', 'cannot be read'],
  ['an unknown field', '{"planets":[]}', 'planets'],
  [
    'a flight to an unknown city',
    JSON.stringify({ ...small, cities: [{ name: 'Athens' }] }),
    'Rome is missing',
  ],
  [
    'a flight twice',
    JSON.stringify({ ...small, flights: [small.flights[0], small.flights[0]] }),
    'ZZ1@* occurs twice',
  ],
  [
    'a negative stock',
    JSON.stringify({ ...small, hotels: [{ ...small.hotels[0], stock: -1 }] }),
    'hotels.0.stock',
  ],
  [
    'a date that does not exist',
    JSON.stringify({ ...small, flights: [{ ...small.flights[1], dep_date: '2027-02-29' }] }),
    'flights.0.dep_date',
  ],
  [
    'weather of one city and day under two names',
    JSON.stringify({ ...small, weather: [weather, { ...weather, city: 'Roma' }] }),
    'weather of Rome@* occurs twice',
  ],
  [
    'a coldest hour that is warmer than the warmest',
    JSON.stringify({ ...small, weather: [{ ...weather, temperature_min: 30 }] }),
    'weather.0.temperature_min',
  ],
  [
    'half a degree',
    JSON.stringify({ ...small, weather: [{ ...weather, temperature_max: 20.5 }] }),
    'weather.0.temperature_max',
  ],
  [
    'an unknown field of the weather',
    JSON.stringify({ ...small, weather: [{ ...weather, humidity: 40 }] }),
    'humidity',
  ],
  [
    'weather of an unknown city',
    JSON.stringify({ ...small, weather: [{ ...weather, city: 'Oslo' }] }),
    'Oslo is missing',
  ],
  [
    'transfers of a city twice',
    JSON.stringify({
      ...small,
      transfers: [
        { city: 'Rome', price: 1 },
        { city: 'Roma', price: 2 },
      ],
    }),
    'transfer in Rome occurs twice',
  ],
])('a world file with %s is refused with the place', async (_, content, place) => {
  await expect(loadWorld(written(content))).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining(place),
  });
});

test('a world file that does not exist is refused', async () => {
  await expect(loadWorld(join(folder, 'none.json'))).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
  });
});

test('the README has a complete world that loads, and says what each of its fields is', async () => {
  const file = new URL('../../../infra/sample-provider/README.md', import.meta.url);
  const readme = readFileSync(file, 'utf8');
  const example = readme.split('```json')[1]?.split('```')[0] ?? '';
  await loadWorld(written(example));
  const { properties } = z.toJSONSchema(World, { io: 'input' }) as unknown as {
    properties: Record<string, { items?: { properties: object } }>;
  };
  expect(Object.keys(JSON.parse(example))).toEqual(Object.keys(properties));
  for (const [list, { items }] of Object.entries(properties)) {
    if (items === undefined) continue;
    const rows: object[] = JSON.parse(example)[list];
    expect(new Set(rows.flatMap(Object.keys))).toEqual(new Set(Object.keys(items.properties)));
    const described = readme.slice(readme.indexOf(`| \`${list}[]\``)).split('\n| `')[0] ?? '';
    for (const name of Object.keys(items.properties)) expect(described).toContain(`– \`${name}\``);
  }
});
