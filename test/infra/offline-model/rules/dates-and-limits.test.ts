/** Which date is for what, and what may be spent: understood as meant, or asked. */
import { describe, expect, it } from 'vitest';
import { factsOf, specified } from './asking.ts';

const WHO = '乘客张三，身份证110101199001011234';
const WHOM = 'passenger Ann Lee, ID A1234567';

const UNDERSTOOD: [string, Record<string, string>][] = [
  [
    `订12月10日北京到上海的机票和12月11日的酒店，${WHO}`,
    { dep_date: '2026-12-10', checkin_date: '2026-12-11', checkout_date: '2026-12-12' },
  ],
  [
    `我想订12月10日从北京到上海的航班，酒店要12月10日到12月13日，${WHO}`,
    { dep_date: '2026-12-10', checkin_date: '2026-12-10', checkout_date: '2026-12-13' },
  ],
  [
    `酒店12月11日入住12月13日退房，机票12月10日北京到上海，${WHO}`,
    { dep_date: '2026-12-10', checkin_date: '2026-12-11', checkout_date: '2026-12-13' },
  ],
  [
    `Fly Beijing to Tokyo on December 10, hotel from December 11 until December 14, ${WHOM}`,
    { dep_date: '2026-12-10', checkin_date: '2026-12-11', checkout_date: '2026-12-14' },
  ],
  [
    `Book a hotel in Zorbville, check-in December 11, check-out December 13, ${WHOM}`,
    { checkin_date: '2026-12-11', checkout_date: '2026-12-13', hotel_city: 'Zorbville' },
  ],
  [`订票：北京－上海，１２月１０日，${WHO}`, { dep_date: '2026-12-10', arr_city: '上海' }],
  [
    '我要去雾港出差，12月10日从云岭出发，订机票和酒店两晚，乘客李雷，身份证110101199001011234',
    { dep_city: '云岭', arr_city: '雾港', hotel_city: '雾港', checkout_date: '2026-12-12' },
  ],
  [
    '12月10日，北京飞上海，张三，110101199001011234，订机票',
    { passenger_name: '张三', id_card: '110101199001011234' },
  ],
  [`订12月10日北京到上海的机票，总共不超过900元，${WHO}`, { flight_max: '900' }],
  [`订12月10日上海的酒店，住两晚，总共不超过900元，${WHO}`, { hotel_max: '450' }],
  [`明天去雾港穿什么`, { city: '雾港', date: '2026-12-02', advice: 'yes' }],
  [`查一下雾港12月5日的天气`, { city: '雾港', date: '2026-12-05' }],
  ['整理2026年11月2日到今天的周报，发给 a@b.com', { since: '2026-11-02', until: '2026-12-01' }],
  [
    `订12月10日9点以后雾港到云岭的机票，${WHO}`,
    { dep_city: '雾港', arr_city: '云岭', leave_from: '09:00' },
  ],
  ['把仓库 my-app 的本周周报发给 a@b.com', { folder: 'my-app' }],
  ['Mail the weekly report of repo ../other. To boss@x.org', { folder: '../other' }],
];

const ASKED: [string, RegExp][] = [
  [`订12月10日和12月12日北京到上海的机票，${WHO}`, /12月12日.*不明确/],
  [`订12月10日北京到上海，12月12日上海到广州的机票，${WHO}`, /哪一段/],
  [`订12月10日北京到上海的机票，酒店12月11日入住12月9日退房，${WHO}`, /住到哪天/],
  [`订12月10日北京到上海的机票和酒店，住三晚，12月12日退房，${WHO}`, /不明确/],
  ['帮我安排下周去上海的差旅', /出发城市[\s\S]*下周/],
  [`帮张三订一张12月10日飞上海的机票，身份证110101199001011234`, /^请补充：出发城市。$/],
  [`订12月10日北京到上海的机票，不超过800元，至少900元，${WHO}`, /至少 900/],
  [`订国航12月10日北京到上海的机票，${WHO}`, /航空公司/],
  [`订CA1234航班12月10日北京到上海，${WHO}`, /航班号/],
  [`订12月10日上海希尔顿酒店，${WHO}`, /品牌/],
  [`订12月10日北京到上海最早的航班，${WHO}`, /优先顺序/],
  [`订12月10日北京到上海的机票，带一个儿童，${WHO}`, /儿童/],
  [`订两间12月10日上海的酒店，${WHO}`, /多间/],
  [`12月10日北京到上海机票，送机，${WHO}`, /送机/],
  [
    'Book flights for Ann Lee and Bob Lee from Beijing to Shanghai on December 10, ID A1234567',
    /several passengers/,
  ],
  [`订12月10日北京到上海的机票，${WHO}，李四 身份证11010119900101123X`, /多个证件/],
  ['北京12月5日和12月6日的天气', /哪一天/],
  ['查北京明天天气并发到 a@b.com', /不能发邮件/],
  ['整理本周周报发给a@b.com，顺便查下北京天气', /一次只办一件/],
  ['整理下周的周报发给a@b.com', /还没有到/],
  ['每周五给 a@b.com 发周报', /办不到/],
];

describe('dates and limits', () => {
  it.each(UNDERSTOOD)('are understood: %s', (goal, facts) => {
    const spec = specified(goal);
    expect(spec.questions).toEqual([]);
    expect(factsOf(spec)).toMatchObject(facts);
  });

  it.each(ASKED)('are asked back: %s', (goal, words) => {
    const { questions } = specified(goal);
    expect(questions.join('\n')).toMatch(words);
    expect(questions.length).toBeLessThanOrEqual(3);
  });

  it('keep the day of the flight when only the end of the stay is answered', () => {
    const goal = `订12月10日北京到上海的机票，酒店12月11日入住12月9日退房，${WHO}`;
    const [question = ''] = specified(goal).questions;
    const spec = specified(goal, { answers: [{ question, answer: '12月14日' }] });
    expect(factsOf(spec)).toMatchObject({
      dep_date: '2026-12-10',
      checkin_date: '2026-12-11',
      checkout_date: '2026-12-14',
    });
  });

  it('stand in the goal as it was written, with what was answered', () => {
    const answers = [{ question: '请补充：日期。', answer: '12月10日' }];
    const { goal } = specified(` 订北京到上海的机票，${WHO} `, { answers });
    expect(goal).toBe(`订北京到上海的机票，${WHO}；12月10日`);
  });
});
