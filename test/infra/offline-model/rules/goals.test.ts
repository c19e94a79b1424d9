import { describe, expect, it } from 'vitest';
import { factsOf, specified } from './asking.ts';

const ID = '110101199001011234';
const BOOKED = { dep_city: '北京', arr_city: '上海', dep_date: '2026-12-10', id_card: ID };

/** Each goal with the facts that must be understood of it, and nothing left to ask. */
const UNDERSTOOD: [string, Record<string, string>][] = [
  [
    `预订12月10日北京到上海的机票和当晚酒店，酒店不超过1000元，乘客张三，身份证${ID}`,
    {
      ...BOOKED,
      wants: 'flight hotel',
      hotel_max: '1000',
      passenger_name: '张三',
      checkout_date: '2026-12-11',
    },
  ],
  [
    `订 12 月 10 日 北京 → 上海 机票 乘客 张三 身份证 ${ID}`,
    { ...BOOKED, wants: 'flight', passenger_name: '张三' },
  ],
  [
    `乘客：张三；身份证：${ID}；路线：北京-上海；日期：2026-12-10；要机票，不要酒店`,
    { ...BOOKED, wants: 'flight' },
  ],
  [
    `我要从北京飞到上海，12月10号出发，经济舱，乘客：诸葛亮，证件号码：${ID}`,
    { ...BOOKED, passenger_name: '诸葛亮' },
  ],
  [
    `帮欧阳娜娜（身份证 ${ID}）订3月14日从青岛飞Oslo最便宜的航班，再订一晚900元以内的酒店。`,
    {
      dep_city: '青岛',
      arr_city: 'Oslo',
      hotel_city: 'Oslo',
      hotel_max: '900',
      passenger_name: '欧阳娜娜',
      dep_date: '2027-03-14',
    },
  ],
  [
    `帮我买一张后天下午从西安到重庆的机票，2点以后起飞，1200元以内，乘客赵敏 身份证 ${ID}`,
    { leave_from: '14:00', flight_max: '1200', dep_date: '2026-12-03', passenger_name: '赵敏' },
  ],
  [
    `订明天上午从广州飞成都的机票，机票不超过900，乘客李四，身份证号码是11010119900101123X，到达后安排接机，并把行程提醒发到 li@example.com`,
    {
      wants: 'flight transfer reminder',
      flight_max: '900',
      leave_until: '12:00',
      email: 'li@example.com',
      id_card: '11010119900101123X',
    },
  ],
  [
    `总预算2000元，订12月10日北京到上海的机票和酒店，乘客张三，身份证${ID}`,
    { ...BOOKED, total_max: '2000' },
  ],
  [
    `订12月10日北京到上海的机票和酒店，预算1500，乘客张三，身份证${ID}`,
    { ...BOOKED, total_max: '1500' },
  ],
  [
    `订12月10日北京到上海的机票和酒店，酒店800到1000元，乘客张三，身份证${ID}`,
    { ...BOOKED, hotel_min: '800', hotel_max: '1000' },
  ],
  [
    `预订2026年12月10日北京至上海航班，同时预订上海酒店两晚，价格上限每晚￥600，乘客李明，身份证号：${ID}`,
    { ...BOOKED, hotel_max: '600', checkout_date: '2026-12-12' },
  ],
  [
    `给王五订12月15日上海的酒店，住3晚，每晚最多四百元，身份证${ID}`,
    {
      wants: 'hotel',
      hotel_city: '上海',
      hotel_max: '400',
      checkin_date: '2026-12-15',
      checkout_date: '2026-12-18',
    },
  ],
  [
    `订酒店，上海，12月10日入住12月13日退房，不超过一千二，乘客王芳，身份证${ID}`,
    {
      hotel_city: '上海',
      hotel_max: '1200',
      checkin_date: '2026-12-10',
      checkout_date: '2026-12-13',
    },
  ],
  [
    '下周一到下周三在杭州住，酒店每晚不超过五百元，入住人王小明，证件号 E12345678',
    {
      hotel_city: '杭州',
      checkin_date: '2026-12-07',
      checkout_date: '2026-12-09',
      hotel_max: '500',
      id_card: 'E12345678',
    },
  ],
  [
    'Book a flight from Beijing to Shanghai on March 14 and a hotel under ¥1,800 a night, passenger Li Wei, ID 110101199001011234',
    {
      dep_city: 'Beijing',
      arr_city: 'Shanghai',
      hotel_city: 'Shanghai',
      hotel_max: '1800',
      passenger_name: 'Li Wei',
    },
  ],
  [
    'I need to fly from london to tokyo on January 5th, morning flight, passenger Grace Hopper, ID G7654321',
    {
      dep_city: 'london',
      arr_city: 'tokyo',
      dep_date: '2027-01-05',
      leave_until: '12:00',
      passenger_name: 'Grace Hopper',
    },
  ],
  [
    'book me a room in chengdu for two nights from 15 December, max 500 per night. Guest: Zhang Wei, passport E1234567',
    { wants: 'hotel', hotel_city: 'chengdu', hotel_max: '500', checkout_date: '2026-12-17' },
  ],
  [
    'Reserve a hotel in Hangzhou for the night of December 20, below 450 RMB; guest name is Mary Ann Smith; ID no. P9876543',
    {
      hotel_city: 'Hangzhou',
      hotel_max: '450',
      passenger_name: 'Mary Ann Smith',
      id_card: 'P9876543',
    },
  ],
  [
    'Fly Beijing to Guangzhou tomorrow after 3pm, no hotel, passenger Bob Lee, ID G1234567',
    { wants: 'flight', leave_from: '15:00', dep_date: '2026-12-02' },
  ],
  ['查12月10日北京到上海有哪些航班', { look_only: 'yes', wants: 'flight', dep_date: '2026-12-10' }],
  ['find flights from Beijing to Xiamen on 2027-02-03', { look_only: 'yes', arr_city: 'Xiamen' }],
  [
    '查一下这周五北京的天气，顺便指导下穿什么合适',
    { domain: 'weather', city: '北京', date: '2026-12-04', advice: 'yes' },
  ],
  [
    '明天北京热不热，要带伞吗',
    { domain: 'weather', city: '北京', date: '2026-12-02', advice: 'yes' },
  ],
  ['上海天气怎么样', { domain: 'weather', city: '上海', date: '2026-12-01' }],
  ['weather tomorrow in tokyo', { domain: 'weather', city: 'tokyo', date: '2026-12-02' }],
  [
    "What's the weather in Hong Kong on Friday, and what should I wear?",
    { city: 'Hong Kong', date: '2026-12-04', advice: 'yes' },
  ],
  [
    '整理本周的项目周报，发邮件给 team@example.com',
    { domain: 'report', since: '2026-11-30', until: '2026-12-01', to: 'team@example.com' },
  ],
  [
    '2026-11-01到2026-11-30的工作报告，发给 boss@corp.example',
    { domain: 'report', since: '2026-11-01', until: '2026-11-30', to: 'boss@corp.example' },
  ],
  [
    '上周工作汇报，邮件发到 boss@corp.example',
    { since: '2026-11-23', until: '2026-11-29', to: 'boss@corp.example' },
  ],
  [
    '汇总最近7天的提交，写成周报发给 team@example.com',
    { since: '2026-11-24', until: '2026-12-01' },
  ],
  [
    "Compile this week's project report and email it to team@example.com",
    { domain: 'report', to: 'team@example.com' },
  ],
  [
    "Send last week's report to x@y.org",
    { since: '2026-11-23', until: '2026-11-29', to: 'x@y.org' },
  ],
  ['double n=21', { domain: 'tool', tool: 'double', params: '{"n":21}' }],
  ['用 double 计算 21', { tool: 'double', params: '{"n":21}' }],
  [
    'call greet with who="Ada Lovelace" and loud=true',
    { tool: 'greet', params: '{"who":"Ada Lovelace","loud":true}' },
  ],
  [
    'move_file {"from": "a.txt", "to": "b.txt"}',
    { tool: 'move_file', params: '{"from":"a.txt","to":"b.txt"}' },
  ],
];

/** Each goal with what has to be asked before anything is done. */
const ASKED: [string, RegExp][] = [
  ['帮我写个方案主题你定', /主题/],
  ['查一下最近有什么适合的项目投一下', /具体/],
  ['do something nice for me', /exactly/],
  ['整理本周项目周报并发送邮件', /邮箱/],
  ['这周的周报发给 a@b.com 和 c@d.com', /哪个/],
  ['订12月10日北京到上海的机票', /乘客姓名、证件号码/],
  ['帮我订机票', /出发城市、到达城市、日期/],
  ['I want a hotel', /the city of the hotel, the date/],
  [`订12月10日北京到北京的机票，乘客张三，身份证${ID}`, /出发和到达都是北京/],
  [`订往返机票，12月10日北京到上海，乘客张三，身份证${ID}`, /往返/],
  [
    `Fly Beijing to Guangzhou tomorrow, return on Friday, passenger Bob Lee, ID G1234567`,
    /return journey/,
  ],
  [`12月10日北京飞上海，两个人，乘客张三，身份证${ID}`, /多位乘客/],
  [`帮张三和李四订12月10日北京到上海的机票，身份证${ID}`, /多位乘客/],
  [`订12月10日北京到上海的商务舱机票，乘客张三，身份证${ID}`, /舱位/],
  [`从北京经武汉到上海，12月10日机票，乘客张三，身份证${ID}`, /中转/],
  [`订12月10日北京到上海的机票，乘客张三，身份证${ID}，并告诉我北京天气`, /天气/],
  ['取消我12月10日的航班', /退改/],
  [`订12月10日或11日北京到上海的机票，乘客张三，身份证${ID}`, /哪一天/],
  [`订12月10日上海酒店，不低于500不超过300，乘客王芳，身份证${ID}`, /矛盾/],
  [`订12月10日上海酒店，不超过500，最多800，乘客王芳，身份证${ID}`, /两个说法/],
  [`订12月10日北京到上海的机票和酒店，1000元左右，乘客张三，身份证${ID}`, /1000元.*上限/],
  [`既要全自动又要每一步都让我确认，订12月10日北京到上海机票，乘客张三，身份证${ID}`, /全自动/],
  ['北京和上海明天的天气', /哪个：北京、上海/],
  ['下周北京天气', /哪一天/],
  ['call greet', /who/],
];

describe('a goal is understood', () => {
  it.each(UNDERSTOOD)('%s', (goal, facts) => {
    const spec = specified(goal);
    expect(spec.refused).toBeUndefined();
    expect(spec.questions).toEqual([]);
    expect(factsOf(spec)).toMatchObject(facts);
    expect(spec.language).toBe(/\p{Script=Han}/u.test(goal) ? 'zh' : 'en');
  });

  it('wants nothing that was said not to be wanted', () => {
    expect(specified(UNDERSTOOD[2]![0]).requiredTools).toEqual(['query_flight', 'book_flight']);
    expect(specified('write a weekly report, do not send it').requiredTools).toEqual(['git_log']);
  });
});

describe('a goal leads to a question', () => {
  it.each(ASKED)('%s', (goal, words) => {
    const { questions } = specified(goal);
    expect(questions.length).toBeLessThanOrEqual(3);
    expect(questions.join('\n')).toMatch(words);
  });
});

describe('a goal of no known domain', () => {
  it.each(['今天股市怎么样', 'tell me a joke', '写一首诗', '😀😀', 'order pizza', '?'])(
    'is refused honestly: %s',
    (goal) => {
      const refusal = specified(goal) as unknown as { refused: string; cure: string };
      expect(refusal.refused).not.toBe('');
      expect(refusal.cure).toContain('OPENAI_API_KEY');
    },
  );
});

describe('an answer', () => {
  const again = (goal: string, question: string, answer: string) =>
    specified(goal, { answers: [{ question, answer }] });

  it('fills in what was missing, labelled or bare', () => {
    const goal = '订12月10日北京到上海的机票';
    const question = '请补充：乘客姓名、证件号码。';
    for (const answer of [`乘客张三，身份证${ID}`, `张三 ${ID}`, `张三，${ID}`]) {
      const spec = again(goal, question, answer);
      expect(spec.questions).toEqual([]);
      expect(factsOf(spec)).toMatchObject({ passenger_name: '张三', id_card: ID });
    }
  });

  it('goes before what the goal says', () => {
    const goal = `订12月10日上海酒店，不超过500，最多800，乘客王芳，身份证${ID}`;
    const spec = again(goal, '两个说法', '800元以内');
    expect(spec.questions).toEqual([]);
    expect(factsOf(spec).hotel_max).toBe('800');
    expect(factsOf(again('查一下2020年1月1日北京的天气', '?', '12月3日')).date).toBe('2026-12-03');
  });

  it('turns a vague goal into a known one', () => {
    const spec = again('帮我写个方案主题你定', '您具体想要什么结果？', '查一下北京明天的天气');
    expect(factsOf(spec)).toMatchObject({ domain: 'weather', date: '2026-12-02' });
  });

  it('settles that something cannot be done', () => {
    const goal = `订往返机票，12月10日北京到上海，乘客张三，身份证${ID}`;
    const [question = ''] = specified(goal).questions;
    expect(again(goal, question, '那就订单程').questions).toEqual([]);
  });

  it('may come as input instead', () => {
    const input = { passenger_name: 'Ada', id_card: 'A1234567' };
    const { questions } = specified('订12月10日北京到上海的机票', { input });
    expect(questions).toEqual([]);
  });
});
