/** The weather of a city on a date: a row of the world file, or a generated one that suits the season. */
import { z } from 'zod';
import { askedCity } from './asked-fields.ts';
import { climateOf } from './city-climates.ts';
import { refusePast, servedCity } from './desk-rules.ts';
import { generatedNumber } from './generated-number.ts';
import { Refusal } from './refusal.ts';
import { changing, inEnglish, type WeatherWord } from './weather-words.ts';
import { findCity, type World } from './world.ts';
import type { WorldCity } from './world-rows.ts';

export const WeatherQuery = z.strictObject({ city: askedCity, date: z.iso.date() });

type Weather = {
  readonly weather: string;
  readonly condition: string;
  /** Whole degrees Celsius. */
  readonly temperature_min: number;
  readonly temperature_max: number;
  /** Beaufort. */
  readonly wind_level: number;
};

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
/** 20 January, when it is coldest, as a day of the year. */
const COLDEST_DAY = 19;

const DRY: readonly WeatherWord[] = ['晴', '多云', '阴'];
const WET = {
  cold: ['小雪', '中雪', '雨夹雪'],
  mild: ['小雨', '中雨', '阵雨'],
  hot: ['阵雨', '雷阵雨', '大雨'],
} as const satisfies Record<string, readonly WeatherWord[]>;
/** Highest temperatures of a day on which it snows, and from which on it thunders. */
const SNOW_MAX = 2;
const THUNDER_MIN = 28;

/** 0 on the coldest day of a year, 1 half a year away from it. */
const warmthOf = (date: string): number => {
  const newYear = Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`);
  const day = (Date.parse(`${date}T00:00:00Z`) - newYear) / DAY_MS;
  const away = Math.abs(day - COLDEST_DAY);
  return Math.min(away, YEAR_DAYS - away) / (YEAR_DAYS / 2);
};

const one = (seed: string, words: readonly WeatherWord[]): WeatherWord =>
  words[generatedNumber(seed, 0, words.length - 1)] ?? '多云';

const skyOf = (seed: string, highest: number): string => {
  const season = highest <= SNOW_MAX ? 'cold' : highest >= THUNDER_MIN ? 'hot' : 'mild';
  const dry = one(`dry|${seed}`, DRY);
  const wet = one(`wet|${seed}`, WET[season]);
  const skies = [dry, changing(dry, wet), changing(wet, dry), wet];
  return skies[generatedNumber(`sky|${seed}`, 0, skies.length - 1)] ?? dry;
};

const generatedWeather = (city: WorldCity, date: string): Weather => {
  const { january, july } = climateOf(city.name);
  const seed = `${city.name}|${date}`;
  const usual = Math.round(january + (july - january) * warmthOf(date));
  const lowest = usual + generatedNumber(`lowest|${seed}`, -7, -2);
  const highest = usual + generatedNumber(`highest|${seed}`, 2, 6);
  const weather = skyOf(seed, highest);
  return {
    weather,
    condition: inEnglish(weather),
    temperature_min: lowest,
    temperature_max: highest,
    wind_level: generatedNumber(`wind|${seed}`, 1, 5),
  };
};

/** A row of the date itself goes before one of every day. */
const listedWeather = (world: World, city: WorldCity, date: string): Weather | undefined => {
  const rows = world.weather?.filter((row) => findCity(world, row.city) === city) ?? [];
  const row = rows.find((own) => own.date === date) ?? rows.find((own) => own.date === undefined);
  if (row === undefined) return undefined;
  const { weather, condition = inEnglish(weather), ...numbers } = row;
  const { temperature_min, temperature_max, wind_level } = numbers;
  return { weather, condition, temperature_min, temperature_max, wind_level };
};

/**
 * @returns the city as it was asked for, the date, and the weather
 * @throws {Refusal} `NOT_FOUND` for an unknown city and for what a list of the world leaves out,
 * `INVALID_PARAMS` for a past date
 */
export function weatherOn(world: World, { city: asked, date }: z.infer<typeof WeatherQuery>) {
  refusePast(world, date);
  const city = servedCity(world, asked);
  const weather =
    world.weather === undefined ? generatedWeather(city, date) : listedWeather(world, city, date);
  if (weather === undefined) {
    throw new Refusal('NOT_FOUND', `The weather of ${asked} on ${date} is not known.`);
  }
  return { city: asked, date, ...weather };
}
