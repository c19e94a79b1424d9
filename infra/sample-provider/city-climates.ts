/** How cold and how warm the cities of the default world get: what generated weather is made from. */
import { DEFAULT_CITIES } from './default-cities.ts';
import { generatedNumber } from './generated-number.ts';
import { findCity } from './world.ts';

export type Climate = {
  /** Usual temperature of a day in the middle of January, in degrees Celsius. */
  readonly january: number;
  /** The same in the middle of July. */
  readonly july: number;
};

const CLIMATES: Readonly<Record<string, Climate>> = {
  北京: { january: -3, july: 27 },
  上海: { january: 5, july: 29 },
  广州: { january: 14, july: 29 },
  深圳: { january: 15, july: 29 },
  杭州: { january: 5, july: 29 },
  南京: { january: 3, july: 28 },
  成都: { january: 6, july: 26 },
  重庆: { january: 8, july: 29 },
  武汉: { january: 4, july: 29 },
  西安: { january: 0, july: 27 },
  厦门: { january: 13, july: 28 },
  昆明: { january: 9, july: 20 },
  香港: { january: 16, july: 29 },
  东京: { january: 5, july: 27 },
  新加坡: { january: 27, july: 28 },
  伦敦: { january: 6, july: 19 },
};

/** @returns the climate of a city; one that is not known here has some climate of the north */
export const climateOf = (city: string): Climate => {
  const known = findCity({ cities: DEFAULT_CITIES }, city)?.name ?? '';
  return (
    CLIMATES[known] ?? {
      january: generatedNumber(`january|${city}`, -4, 12),
      july: generatedNumber(`july|${city}`, 18, 29),
    }
  );
};
