/** What exists in the sample provider's world, and how a file may replace it (`--world FILE`). */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Fault } from '../../shared/errors.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { DEFAULT_CITIES } from './default-cities.ts';

const text = z.string().trim().min(1).max(200);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time is HH:MM');
const amount = z.number().min(0).max(10_000_000);
const stock = z.number().int().min(0).max(1_000_000);

const WorldCity = z.strictObject({ name: text, aliases: z.array(text).default([]) });
export type WorldCity = z.infer<typeof WorldCity>;

/** Without `dep_date` it flies every day, with that stock each day. */
const WorldFlight = z.strictObject({
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
const WorldHotel = z.strictObject({
  hotel_id: text,
  name: text,
  city: text,
  address: text,
  price: amount,
  stock,
});

/** City names are compared without case, blanks, apostrophes, a final 市 or a final "city". */
const comparable = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[\s'’-]/g, '')
    .replace(/(市|city)$/, '');

/** @returns the city of that name or alias, in whichever language */
export const findCity = (
  { cities }: { readonly cities: readonly WorldCity[] },
  asked: string,
): WorldCity | undefined => {
  const wanted = comparable(asked);
  return cities.find(({ name, aliases }) =>
    [name, ...aliases].some((known) => comparable(known) === wanted),
  );
};

/** What is left out stays as it is by default: lists that are absent are generated for every date. */
export const World = z
  .strictObject({
    /** Dates before this one are refused as past; without it every date can be asked for. */
    now: z.iso.datetime({ offset: true }).optional(),
    cities: z.array(WorldCity).min(1).max(200).default(DEFAULT_CITIES),
    flights: z.array(WorldFlight).max(10_000).optional(),
    hotels: z.array(WorldHotel).max(10_000).optional(),
  })
  .superRefine((world, context) => {
    const named = [
      ...(world.flights ?? []).flatMap(({ dep_city, arr_city }) => [dep_city, arr_city]),
      ...(world.hotels ?? []).map(({ city }) => city),
    ];
    const stranger = named.find((name) => findCity(world, name) === undefined);
    if (stranger !== undefined) {
      context.addIssue({ code: 'custom', path: ['cities'], message: `${stranger} is missing` });
    }
    const ids = [
      ...(world.flights ?? []).map(({ flight_no, dep_date }) => `${flight_no}@${dep_date ?? '*'}`),
      ...(world.hotels ?? []).map(({ hotel_id }) => hotel_id),
    ];
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) context.addIssue({ code: 'custom', message: `${twice} occurs twice` });
  });
export type World = z.infer<typeof World>;

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
