/** `get_weather`: the weather of a city on a date. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';
import { callProvider, PROVIDER_RETRY } from './provider-client.ts';

const Params = z.object({
  city: z.string().min(1).max(100).describe('City whose weather is asked for, such as 上海'),
  date: z.iso.date().describe('Day of the weather, YYYY-MM-DD; today and later'),
});

const Result = z.object({
  city: z.string(),
  date: z.iso.date(),
  weather: z.string().describe('In Chinese, such as 小雨转多云'),
  condition: z.string().describe('The same in English'),
  temperature_min: z.number().int().describe('Lowest of the day, degrees Celsius'),
  temperature_max: z.number().int().describe('Highest of the day, degrees Celsius'),
  wind_level: z.number().int().describe('Strength of the wind on the Beaufort scale'),
});

const SUMMARY = `$substring(data.city & ' ' & data.date & ': ' & data.weather & ' (' & data.condition & '), '
  & data.temperature_min & ' to ' & data.temperature_max & ' °C, wind level ' & data.wind_level, 0, 200)`;

/** @param providerUrl the provider's address, or null when none runs */
export const getWeather = (providerUrl: string | null): Tool =>
  defineTool({
    name: 'get_weather',
    description:
      'Tells the weather of a city on one day: sky, lowest and highest temperature, strength of the wind.',
    whenToUse:
      'When the weather of a city is asked for, or something depends on it. One call a day.',
    whenNotToUse: 'For days that are past, several days at once, or the hours of a day.',
    effect: 'read',
    retry: PROVIDER_RETRY,
    params: Params,
    result: Result,
    checks: [
      {
        rule: 'the weather is of the asked city and date',
        test: 'data.city = params.city and data.date = params.date',
        layer: 'semantics',
        class: 'result',
        message: 'The weather is of another city or another date.',
      },
      {
        rule: 'the lowest temperature is not above the highest',
        test: 'data.temperature_min <= data.temperature_max',
        layer: 'semantics',
        class: 'result',
        message: 'temperature_min is above temperature_max.',
      },
    ],
    summary: SUMMARY,
    handler: async ({ params: { city, date }, signal }) =>
      callProvider(providerUrl, Result, { path: '/weather', query: { city, date }, signal }),
  });
