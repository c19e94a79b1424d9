// The weather against a real provider: what it says, and how another city's weather is noticed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type SampleProvider,
  startSampleProvider,
} from '../../../infra/sample-provider/sample-provider.ts';
import { World } from '../../../infra/sample-provider/world.ts';
import type { Tool } from '../../../shared/tools/define-tool.ts';
import { brokenRules, callTool, sampleTool, summaryOf } from './call-tool.ts';

const asked = { city: '上海', date: '2027-06-10' };
const told = {
  ...asked,
  weather: '小雨转多云',
  condition: 'light rain turning cloudy',
  temperature_min: 20,
  temperature_max: 26,
  wind_level: 3,
};

let provider: SampleProvider;
let getWeather: Tool;
beforeAll(async () => {
  const { condition: _, ...row } = told;
  provider = await startSampleProvider({ world: World.parse({ weather: [row] }) });
  getWeather = sampleTool('get_weather', { providerUrl: provider.url });
});
afterAll(() => provider.close());

test.each(['上海', 'Shanghai'])(
  'the weather of %s passes the checks and is summarised',
  async (city) => {
    const params = { ...asked, city };
    const data = await callTool(getWeather, params);
    expect(data).toEqual({ ...told, city });
    expect(await brokenRules(getWeather, params, data)).toEqual([]);
    expect(await summaryOf(getWeather, params, data)).toBe(
      `${city} 2027-06-10: 小雨转多云 (light rain turning cloudy), 20 to 26 °C, wind level 3`,
    );
  },
);

test.each([
  [{ city: '北京' }, 'the weather is of the asked city and date'],
  [{ date: '2027-06-11' }, 'the weather is of the asked city and date'],
  [{ temperature_min: 27 }, 'the lowest temperature is not above the highest'],
])('%o is noticed', async (more, rule) => {
  expect(await brokenRules(getWeather, asked, { ...told, ...more })).toEqual([rule]);
});

test('a wrong city is a wrong result, once', async () => {
  const faulty = await startSampleProvider({ fault: 'wrong-city' });
  const tool = sampleTool('get_weather', { providerUrl: faulty.url });
  const wrong = await callTool(tool, asked);
  expect(await brokenRules(tool, asked, wrong)).toHaveLength(1);
  expect(tool.checks.map((check) => check.class)).toEqual(['result', 'result']);
  expect(await brokenRules(tool, asked, await callTool(tool, asked))).toEqual([]);
  await faulty.close();
});

test('weather that is not known is the parameters’ fault', async () => {
  const call = callTool(getWeather, { ...asked, city: '北京' });
  await expect(call).rejects.toMatchObject({ fault: { code: 'NOT_FOUND', retryable: false } });
});

test.each(['Friday', '2027-06-31', '明天', ''])('%j is no date', (date) => {
  expect(getWeather.params.safeParse({ ...asked, date }).success).toBe(false);
});
