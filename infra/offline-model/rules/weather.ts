/** Weather with advice on clothing: one query, and one step of reasoning on what it brought. */
import type { ActQuestion } from './act-question.ts';
import { type AnswerQuestion, coversOf, resultOf } from './answer-question.ts';
import { factsIn } from './context-facts.ts';
import { Draft, type PlanQuestion } from './planning.ts';
import type { ReasonQuestion } from './reason-question.ts';
import { infeasible } from './refuse.ts';
import { type RuleAnswer, type RuleSetting, say } from './rule-setting.ts';

export function planWeather(question: PlanQuestion): RuleAnswer {
  const { spec } = question;
  const { city, date, advice } = factsIn(spec.context);
  const { language } = spec;
  const draft = new Draft(question);
  const weather = draft.add({
    subtask: 'weather',
    description: say(
      language,
      `查询${city} ${date} 的天气`,
      `Look up the weather in ${city} on ${date}`,
    ),
    tool: 'get_weather',
    params: {},
    dependsOn: [],
    intent: say(language, '取得真实天气数据', 'Have the weather as it is'),
  });
  if (advice !== undefined) {
    draft.add({
      subtask: 'advice',
      description: say(language, '根据天气给出穿衣建议', 'Advise on clothing by the weather'),
      tool: null,
      params: {},
      dependsOn: [weather],
      expect: [{ rule: 'advice is given', test: '$length(data.text) > 5', layer: 'semantics' }],
      intent: say(language, '让用户知道穿什么', 'Let the user know what to wear'),
    });
  }
  return { steps: draft.steps };
}

export function actWeather({ spec, step, feedback }: ActQuestion): RuleAnswer {
  const { city, date } = factsIn(spec.context);
  const refused = feedback.findLast(({ class: cls, rejected }) => {
    const params = rejected?.params as Record<string, unknown> | undefined;
    return cls === 'parameter' && params?.city === city && params?.date === date;
  });
  if (refused !== undefined)
    return infeasible(
      spec.language,
      `查不到${city} ${date} 的天气：${refused.message}。`,
      `The weather in ${city} on ${date} cannot be had: ${refused.message}.`,
    );
  const why = say(spec.language, '按任务要求填写', 'as the request says');
  return { tool: 'get_weather', params: { ...step.params, city, date }, why };
}

type Weather = {
  readonly low: number;
  readonly high: number;
  readonly isWet: boolean;
  readonly isSnow: boolean;
  readonly wind: number;
};

const weatherOf = (data: Readonly<Record<string, unknown>>): Weather => ({
  low: Number(data.temperature_min),
  high: Number(data.temperature_max),
  isWet: /雨|雷|shower|rain|storm/iu.test(`${data.weather} ${data.condition}`),
  isSnow: /雪|snow|sleet/iu.test(`${data.weather} ${data.condition}`),
  wind: Number(data.wind_level),
});

/** Bands by the day's highest temperature, in degrees Celsius. */
const BANDS: readonly (readonly [below: number, zh: string, en: string])[] = [
  [
    0,
    '羽绒服或厚棉衣，内穿保暖内衣，戴帽子和手套',
    'a down coat over thermal underwear, with hat and gloves',
  ],
  [10, '厚外套或大衣，内穿毛衣', 'a thick coat over a sweater'],
  [18, '夹克或风衣，内穿长袖', 'a jacket over long sleeves'],
  [25, '长袖或薄外套', 'long sleeves or a thin jacket'],
  [Number.POSITIVE_INFINITY, '短袖和轻薄透气的衣服', 'short sleeves and light clothes'],
];

/** Whether an umbrella is wanted is answered either way. */
const UMBRELLA = /伞|\bumbrella\b/iu;

const adviceOn = (
  { low, high, isWet, isSnow, wind }: Weather,
  { language, goal }: ReasonQuestion['spec'],
): string => {
  const [, zh = '', en = ''] = BANDS.find(([below]) => high < below) ?? [];
  const also = [
    ...(high - low >= 10
      ? [
          say(
            language,
            '早晚温差大，备一件可脱的外层',
            'the day is much warmer than the night, so dress in layers',
          ),
        ]
      : []),
    ...(isWet ? [say(language, '有雨，带伞', 'take an umbrella, it will rain')] : []),
    ...(!isWet && UMBRELLA.test(goal)
      ? [say(language, '没有雨，不用带伞', 'no umbrella is needed')]
      : []),
    ...(isSnow
      ? [say(language, '有雪，穿防滑的鞋', 'wear shoes that do not slip, it will snow')]
      : []),
    ...(wind >= 5 ? [say(language, '风大，选防风的外衣', 'choose something windproof')] : []),
  ];
  const clothes = say(language, `建议穿${zh}`, `Wear ${en}`);
  return `${[clothes, ...also].join(say(language, '；', '; '))}${say(language, '。', '.')}`;
};

export function reasonWeather({ spec, results }: ReasonQuestion): RuleAnswer {
  const weather = resultOf(results, 'get_weather');
  if (weather === undefined)
    return infeasible(spec.language, '没有天气数据。', 'There is no weather to go by.');
  return { text: adviceOn(weatherOf(weather.data), spec), data: {} };
}

export function answerWeather(
  { spec, results, feedback }: AnswerQuestion,
  { fault }: RuleSetting,
): RuleAnswer {
  const { language } = spec;
  const weather = resultOf(results, 'get_weather');
  const advice = resultOf(results, null, 'text');
  if (weather === undefined)
    return infeasible(language, '没有天气数据。', 'There is no weather to tell.');
  const {
    city,
    date,
    weather: words,
    condition,
    temperature_min: low,
    temperature_max: high,
    wind_level: level,
  } = weather.data;
  const isMadeUp = fault === 'fabricated' && feedback.length === 0;
  const wind = isMadeUp
    ? say(language, `东南风${level}级`, `a south-easterly wind of force ${level}`)
    : say(language, `风力${level}级`, `wind force ${level}`);
  const told = say(
    language,
    `${city} ${date}：${words}，气温 ${low} 到 ${high}℃，${wind}。`,
    `${city} on ${date}: ${condition}, ${low} to ${high} °C, ${wind}.`,
  );
  const text =
    advice === undefined ? told : `${told}${language === 'en' ? ' ' : ''}${advice.data.text}`;
  const all = Object.keys(results);
  return {
    text,
    data: { ...weather.data, ...(advice === undefined ? {} : { advice: advice.data.text }) },
    covers: coversOf(spec, all, { city: [weather.id], date: [weather.id], advice: [advice?.id] }),
    computed: [],
  };
}
