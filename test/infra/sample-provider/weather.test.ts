// The weather of any city and date: the same in every process, as the season has it, or as a world file says.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import { weatherOn } from '../../../infra/sample-provider/weather-report.ts';
import { World } from '../../../infra/sample-provider/world.ts';
import { ask } from './ask-provider.ts';

const world = World.parse({});
const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

let provider: SampleProvider | undefined;
afterEach(() => provider?.close());

const asked = async (given: object, city: string, day: string) => {
  await provider?.close();
  provider = await startSampleProvider({ world: World.parse(given) });
  return ask(`${provider.url}/weather?city=${encodeURIComponent(city)}&date=${day}`);
};

test('any city and date has weather, in whole degrees, told in two languages', () => {
  const city = fc.constantFrom(...world.cities.flatMap(({ name, aliases }) => [name, ...aliases]));
  fc.assert(
    fc.property(city, date, (name, day) => {
      const told = weatherOn(world, { city: name, date: day });
      expect(told).toMatchObject({ city: name, date: day });
      expect(told.weather).toMatch(/^\p{Script=Han}+$/u);
      expect(told.condition).toMatch(/^[a-z ]+$/);
      expect(told.temperature_min).toBeLessThan(told.temperature_max);
      for (const number of [told.temperature_min, told.temperature_max, told.wind_level])
        expect(number).toBe(Math.trunc(number));
      expect(told.wind_level).toBeGreaterThanOrEqual(0);
      expect(Object.keys(told).join()).toBe(
        'city,date,weather,condition,temperature_min,temperature_max,wind_level',
      );
    }),
  );
});

test('winter is colder than summer in 北京, and 新加坡 is warm all year', () => {
  const of = (city: string, day: string) => weatherOn(world, { city, date: day });
  for (let day = 10; day < 30; day += 1) {
    expect(of('北京', `2027-01-${day}`).temperature_max).toBeLessThan(10);
    expect(of('北京', `2027-01-${day}`).temperature_min).toBeLessThan(0);
    expect(of('北京', `2027-07-${day}`).temperature_max).toBeGreaterThan(20);
    for (const month of ['01', '04', '07', '10'])
      expect(of('新加坡', `2027-${month}-${day}`).temperature_min).toBeGreaterThan(15);
  }
});

test('it snows only where it is cold', () => {
  fc.assert(
    fc.property(fc.constantFrom(...world.cities), date, ({ name }, day) => {
      const { weather, temperature_max } = weatherOn(world, { city: name, date: day });
      if (weather.includes('雪')) expect(temperature_max).toBeLessThanOrEqual(2);
    }),
  );
});

test('days differ, and an unknown city of a world file has weather too', async () => {
  const days = ['10', '11', '12', '13', '14', '15'].map((day) =>
    JSON.stringify({ ...weatherOn(world, { city: '上海', date: `2027-06-${day}` }), date: '' }),
  );
  expect(new Set(days).size).toBeGreaterThan(1);
  const oslo = await asked({ cities: [{ name: 'Oslo' }] }, 'oslo', '2027-06-10');
  expect(oslo).toMatchObject({ status: 200, body: { city: 'oslo', date: '2027-06-10' } });
});

test('a city in either language has the same weather, echoed as asked, after a restart too', async () => {
  const chinese = await asked({}, '上海', '2099-12-31');
  const english = await asked({}, 'Shanghai', '2099-12-31');
  expect(english).toMatchObject({ status: 200, body: { ...chinese.body, city: 'Shanghai' } });
});

const row = {
  city: '上海',
  weather: '小雨转多云',
  temperature_min: 20,
  temperature_max: 26,
  wind_level: 3,
};

test('a listed row is told word for word, and its date goes before every day', async () => {
  const weather = [row, { ...row, date: '2027-06-10', weather: '沙尘转晴', condition: 'dusty' }];
  expect((await asked({ weather }, '上海市', '2027-06-10')).body).toEqual({
    ...{ city: '上海市', date: '2027-06-10', weather: '沙尘转晴', condition: 'dusty' },
    ...{ temperature_min: 20, temperature_max: 26, wind_level: 3 },
  });
  expect((await asked({ weather }, 'Shanghai', '2027-06-11')).body).toMatchObject({
    weather: '小雨转多云',
    condition: 'light rain turning cloudy',
  });
});

test('a word that nobody knows stays as it is in English', async () => {
  const weather = [{ ...row, weather: '沙尘转晴' }];
  expect((await asked({ weather }, '上海', '2027-06-10')).body).toMatchObject({
    condition: '沙尘 turning clear',
  });
});

test.each([
  ['a city without a row', { weather: [row] }, '北京', '2027-06-10', 404],
  ['a day without a row', { weather: [{ ...row, date: '2027-06-10' }] }, '上海', '2027-06-11', 404],
  ['an empty list', { weather: [] }, '上海', '2027-06-10', 404],
  ['an unknown city', {}, 'Atlantis', '2027-06-10', 404],
  ['a weekday as date', {}, '上海', 'Friday', 400],
  ['a past date', { now: '2027-06-10T08:00:00Z' }, '上海', '2027-06-09', 400],
])('%s is refused with a code', async (...refused) => {
  const [, given, city, day, status] = refused;
  expect(await asked(given, city, day)).toMatchObject({
    status,
    body: { code: status === 404 ? 'NOT_FOUND' : 'INVALID_PARAMS' },
  });
});
