/** A request for the weather: of which city, on which day, with advice on clothing or without. */
import { dayOf } from '../../../shared/dates/zoned-day.ts';
import { bareCity } from './bare-cities.ts';
import { contextOf } from './context-facts.ts';
import type { Request } from './request-text.ts';
import { askIf, type RuleAnswer, type RuleSetting, say } from './rule-setting.ts';
import { citiesIn } from './travel-places.ts';

const WEATHER =
  /天气|气温|温度|下雨|下雪|预报|热不热|冷不冷|冷吗|热吗|多少度|几度|雨吗|雪吗|刮风|更[冷热暖]|\bweather\b|\bforecast\b|\btemperature\b|\brain(?:y|ing)?\b|\bsnow(?:y|ing)?\b|\bsunny\b|\bwindy\b|\bwarm\b|\bhot\b|\bcold\b/iu;
const CLOTHES =
  /穿|衣|带伞|\bwear\b|\bcloth(?:es|ing)\b|\bdress\b|\bumbrella\b|\bjacket\b|\bput on\b/iu;

const MAILED = /发(?:送)?(?:邮件|到|给|至)|邮箱|提醒|\bmail\b|\be-?mail\b|\bsend\b|\bremind\b/iu;

export const isWeather = (text: string): boolean =>
  WEATHER.test(text) ||
  (CLOTHES.test(text) &&
    /合适|建议|穿什么|穿啥|怎么穿|要.{0,3}[穿带].{0,6}吗|用不用|需要|\bneed\b|\bdo i\b|\bshould\b|\bwhat to\b/iu.test(
      text,
    ));

/** What is missing, and what cannot be done at once or at all. */
function weatherQuestions(request: Request, cities: readonly string[]): string[] {
  const { language, text, said, days, now, timeZone } = request;
  const [first] = days;
  const count = new Set(days.flatMap(({ from, until }) => [from, until])).size;
  const periods = days.map(({ text: own }) => own).join(say(language, '、', ', '));
  return [
    ...askIf(cities.length === 0, say(language, '要查哪个城市的天气？', 'Of which city?')),
    ...askIf(
      cities.length > 1,
      say(
        language,
        `一次只查一个城市，要查哪个：${cities.join('、')}？`,
        `One city at a time: which of ${cities.join(', ')}?`,
      ),
    ),
    ...askIf(
      /华氏|\bfahrenheit\b|°\s?F\b/iu.test(text) && said === '',
      say(language, '只有摄氏度，可以吗？', 'Only degrees Celsius are known. Will that do?'),
    ),
    ...askIf(
      MAILED.test(text) && said === '',
      say(
        language,
        '天气不能发邮件或提醒，直接告诉您可以吗？',
        'The weather cannot be mailed or reminded of. Shall it just be told?',
      ),
    ),
    ...askIf(
      first?.from != null && first.from < dayOf(now, timeZone) && count === 1,
      say(
        language,
        `“${first?.text}”已经过去了，要查哪一天？`,
        `"${first?.text}" is past. Which day shall it be?`,
      ),
    ),
    ...askIf(
      count > 1,
      say(
        language,
        `“${periods}”有好几天，要查哪一天？`,
        `"${periods}" is more than one day. Which one?`,
      ),
    ),
  ];
}

const citiesOf = (
  { input, said, asked, text }: Request,
  cities: RuleSetting['cities'],
): string[] => {
  if (typeof input.city === 'string') return [input.city];
  const answered = citiesIn(said, cities)[0] ?? bareCity(asked, said);
  return answered === undefined ? citiesIn(text, cities) : [answered];
};

export function specifyWeather(request: Request, { cities }: RuleSetting): RuleAnswer {
  const { language, text, days, now, timeZone, goal } = request;
  const named = citiesOf(request, cities);
  const [city = ''] = named;
  const date = days[0]?.from ?? dayOf(now, timeZone);
  const advice = CLOTHES.test(text);
  return {
    goal,
    constraints: [
      {
        id: 'city',
        text: city,
        check: `tool = "get_weather" ? params.city = ${JSON.stringify(city)} : true`,
      },
      {
        id: 'date',
        text: `${date} (${timeZone})`,
        check: `tool = "get_weather" ? params.date = "${date}" : true`,
      },
      ...(advice
        ? [{ id: 'advice', text: say(language, '给出穿衣建议', 'advice on clothing') }]
        : []),
    ],
    context: contextOf({ domain: 'weather', city, date, advice: advice ? 'yes' : undefined }),
    requiredTools: ['get_weather'],
    language,
    questions: weatherQuestions(request, named),
  };
}
