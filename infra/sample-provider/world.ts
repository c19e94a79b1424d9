/** What exists in the sample provider's world, and how a file may replace it (`--world FILE`). */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Fault } from '../../shared/errors.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { DEFAULT_CITIES } from './default-cities.ts';
import { WorldCity, WorldFlight, WorldHotel, WorldTransfer, WorldWeather } from './world-rows.ts';

type Cities = { readonly cities: readonly WorldCity[] };

/** City names are compared without case, blanks, apostrophes, a final 市 or a final "city". */
const comparable = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[\s'’-]/g, '')
    .replace(/(市|city)$/, '');

/** @returns the city of that name or alias, in whichever language */
export const findCity = ({ cities }: Cities, asked: string): WorldCity | undefined => {
  const wanted = comparable(asked);
  return cities.find(({ name, aliases }) =>
    [name, ...aliases].some((known) => comparable(known) === wanted),
  );
};

/** What is left out stays as it is by default: lists that are absent are generated for every date. */
const WorldForm = z.strictObject({
  /** Dates before this one are refused as past; without it every date can be asked for. */
  now: z.iso.datetime({ offset: true }).optional(),
  cities: z.array(WorldCity).min(1).max(200).default(DEFAULT_CITIES),
  flights: z.array(WorldFlight).max(10_000).optional(),
  hotels: z.array(WorldHotel).max(10_000).optional(),
  weather: z.array(WorldWeather).max(10_000).optional(),
  transfers: z.array(WorldTransfer).max(200).optional(),
});
export type World = z.infer<typeof WorldForm>;

/** Every city that a row names. */
const citiesNamed = ({ flights = [], hotels = [], weather = [], transfers = [] }: World) => [
  ...flights.flatMap(({ dep_city, arr_city }) => [dep_city, arr_city]),
  ...[...hotels, ...weather, ...transfers].map(({ city }) => city),
];

/** What tells rows of one list apart; a city counts as one under all its names. */
const idsOf = (world: World): string[] => {
  const { flights = [], hotels = [], weather = [], transfers = [] } = world;
  const nameOf = (city: string) => findCity(world, city)?.name ?? city;
  return [
    ...flights.map(({ flight_no, dep_date }) => `${flight_no}@${dep_date ?? '*'}`),
    ...hotels.map(({ hotel_id }) => hotel_id),
    ...weather.map(({ city, date }) => `weather of ${nameOf(city)}@${date ?? '*'}`),
    ...transfers.map(({ city }) => `transfer in ${nameOf(city)}`),
  ];
};

const firstTwice = (ids: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return ids.find((id) => seen.has(id) || !seen.add(id));
};

export const World = WorldForm.superRefine((world, context) => {
  const stranger = citiesNamed(world).find((name) => findCity(world, name) === undefined);
  if (stranger !== undefined) {
    context.addIssue({ code: 'custom', path: ['cities'], message: `${stranger} is missing` });
  }
  const twice = firstTwice(idsOf(world));
  if (twice !== undefined) context.addIssue({ code: 'custom', message: `${twice} occurs twice` });
});

/**
 * Reads a world from a JSON file.
 *
 * @throws {Fault} `CONFIG_INVALID` when the file cannot be read or says something that no world can
 */
export async function loadWorld(file: string): Promise<World> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Fault('CONFIG_INVALID', `The world file ${file} cannot be read: ${why}.`, { cause });
  }
  const world = World.safeParse(value);
  if (world.success) return world.data;
  throw new Fault('CONFIG_INVALID', `The world file ${file}: ${describeIssues(world.error)}.`);
}
