import { describe, expect, it } from 'vitest';
import { ungroundedIn } from '../../../services/observer/grounding.ts';
import type { Prior, Spec } from '../../../shared/events/shapes.ts';

const spec: Spec = {
  goal: '预订12月10日北京到上海的机票和当晚酒店，酒店不超过1000元',
  constraints: [{ id: 'c1', text: '2026-12-10 (Asia/Shanghai)' }],
  context: 'dep_date: 2026-12-10',
  requiredTools: [],
  language: 'zh',
};
const results: Prior = {
  s3: {
    tool: 'book_flight',
    params: { flight_no: 'MU5678', dep_date: '2026-12-10' },
    summary: 'Flight MU5678 on 2026-12-10 14:05 booked, order FL20261210AB12, ¥800',
    conclusion: 'booked',
    data: { flight_no: 'MU5678', order_no: 'FL20261210AB12', dep_time: '14:05', price: 800 },
  },
  s4: {
    tool: 'get_weather',
    params: {},
    summary: '北京 小雨转多云 18-24℃ 风力3级',
    conclusion: '',
    data: { temperature_min: 18, temperature_max: 24, wind_level: 3, nights: 1.5 },
  },
};
const inAnswer = (text: string, computed: readonly unknown[] = []): string[] =>
  ungroundedIn(text, { spec, results, computed });

describe('an answer is grounded when', () => {
  it.each([
    ['it names what results hold', 'MU5678，14:05 起飞，¥800，订单 FL20261210AB12。'],
    ['numbers are written with thousands', '不超过 ¥1,000 元'],
    ['a date stands in Chinese words', '12月10日出发，2026年12月10日入住'],
    ['a date stands in English words', 'on December 10, 2026, that is the 10th of December'],
    ['a range joins two known numbers', '气温18-24℃，风力3级；18~24 degrees'],
    ['ids are joined by a slash', 'MU5678/FL20261210AB12'],
    ['digits are full-width', '价格８００元'],
    ['a full-width comma stands between facts', '机票 MU5678，2026-12-10，¥800、14:05'],
    ['a decimal has other zeros', '1.50 nights'],
    ['items are numbered', '1. MU5678\n2. ¥800\n9) 18'],
    ['it names no figure at all', '带伞，穿薄外套。'],
  ])('%s', (_, text) => {
    expect(inAnswer(text)).toEqual([]);
  });

  it('a rule computed the figure', () => {
    expect(inAnswer('合计 ¥1,250')).toEqual(['1,250']);
    expect(inAnswer('合计 ¥1,250', [1250])).toEqual([]);
  });
});

describe('an answer is not grounded when', () => {
  it.each([
    ['a price is another', '机票 ¥801', ['801']],
    ['a flight is another', 'CA5678', ['CA5678']],
    ['a number only occurs inside a longer one', '56 rows', ['56']],
    ['a date is another', '12月11日', ['12月11日']],
    ['a month is another', 'on November 10', ['November 10']],
    ['an ISO date is another', '2026-12-11', ['2026-12-11']],
    ['one end of a range is unknown', '18-25℃', ['18-25']],
    ['a wind direction came from nowhere', '东南风3级', ['东南风']],
    ['it does so in English', 'a south-easterly wind of 3', ['south-easterly wind']],
    ['a time is another', '14:06', ['14:06']],
  ])('%s', (_, text, facts) => {
    expect(inAnswer(text)).toEqual(facts);
  });

  it('names every unknown fact once', () => {
    expect(inAnswer('XX1 XX1 XX2')).toEqual(['XX1', 'XX2']);
  });
});
