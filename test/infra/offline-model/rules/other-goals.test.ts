/** Weather, reports and tools by name, in many wordings: facts, or the question that is asked first. */
import { describe, expect, it } from 'vitest';
import { factsOf, specified } from './asking.ts';

const UNDERSTOOD: [string, Record<string, string>][] = [
  ['请问明天上海会下雨吗？', { domain: 'weather', city: '上海', date: '2026-12-02' }],
  ['后天深圳多少度', { city: '深圳', date: '2026-12-03' }],
  ['12月5号去哈尔滨要穿羽绒服吗', { city: '哈尔滨', date: '2026-12-05', advice: 'yes' }],
  ['周六去厦门玩，穿什么好？', { city: '厦门', date: '2026-12-05', advice: 'yes' }],
  ['乌鲁木齐今天天气如何', { city: '乌鲁木齐', date: '2026-12-01' }],
  ['Weather for SHANGHAI tomorrow?', { city: 'SHANGHAI', date: '2026-12-02' }],
  ["what's the weather like in paris on Dec 5", { city: 'paris', date: '2026-12-05' }],
  ['do I need an umbrella in london tomorrow', { city: 'london', advice: 'yes' }],
  ['will it be cold in new york on friday', { city: 'new york', date: '2026-12-04' }],
  ['What to wear in Kunming on 2026-12-05', { city: 'Kunming', advice: 'yes' }],
  [
    '把上周的提交整理成周报，不发邮件',
    { domain: 'report', since: '2026-11-23', until: '2026-11-29' },
  ],
  [
    '汇总自11月20日起的提交并发邮件给 dev@x.io',
    { since: '2026-11-20', until: '2026-12-01', to: 'dev@x.io' },
  ],
  ['昨天的日报发给a@b.com', { since: '2026-11-30', until: '2026-11-30' }],
  ['写月报发给 a@b.com', { since: '2026-12-01', until: '2026-12-01' }],
  ['最近两周的项目报告发给a@b.com', { since: '2026-11-17', until: '2026-12-01' }],
  [
    'Summarise the commits since November 20 in a report and mail it to dev@x.io',
    { since: '2026-11-20', to: 'dev@x.io' },
  ],
  [
    'Write the status report for the last 7 days and email it to a@b.com',
    { since: '2026-11-24', until: '2026-12-01' },
  ],
  [
    'Write a weekly report of the repository at /srv/app and send it to a@b.com',
    { folder: '/srv/app', since: '2026-11-30' },
  ],
  ['写月报，不发邮件', { kind: '月报', since: '2026-12-01' }],
  ['double(21)', { domain: 'tool', params: '{"n":21}' }],
  ['用double算一下负3.5', { params: '{"n":-3.5}' }],
  ['请调用 double，n 为 21', { params: '{"n":21}' }],
  ['greet "Ada"', { params: '{"who":"Ada"}' }],
  ['用 greet 问候 张三', { params: '{"who":"张三"}' }],
  ['greet {"who": "张三", "loud": false}', { params: '{"who":"张三","loud":false}' }],
  ['run sleep for 100 ms', { tool: 'sleep', params: '{"ms":100}' }],
];

const ASKED: [string, RegExp][] = [
  ['北京昨天天气', /已经过去/],
  ['北京明天和后天的天气', /好几天/],
  ['weather in Beijing this week', /more than one day/],
  ['明天北京和上海哪个更冷', /哪个：北京、上海/],
  ["How's the weather?", /Of which city/],
  ['明天冷吗', /哪个城市/],
  ['整理周报，英文写，发给a@b.com', /英文写/],
  ['Send the weekly report to a@b.com, cc c@d.com', /"cc"/],
  ['Send the weekly report to a@b.com and c@d.com', /which of/],
  ['周报发给张三', /哪个邮箱/],
  ['double n=abc', /cannot be "abc"/],
  ['sleep ms=1.5', /cannot be 1.5/],
  ['move_file a.txt b.txt', /from, to/],
  ['run sleep for 100 ms and double 21', /One tool at a time/],
  ['use double and greet', /which of double, greet/],
];

describe('a goal of another domain', () => {
  it.each(UNDERSTOOD)('is understood: %s', (goal, facts) => {
    const spec = specified(goal);
    expect(spec.refused).toBeUndefined();
    expect(spec.questions).toEqual([]);
    expect(factsOf(spec)).toMatchObject(facts);
  });

  it.each(ASKED)('leads to a question: %s', (goal, words) => {
    expect(specified(goal).questions.join('\n')).toMatch(words);
  });

  it.each([
    ["How's the weather?", 'paris', { city: 'paris' }],
    ['天气怎么样', '兰州', { city: '兰州', date: '2026-12-01' }],
    ['下周北京天气', '下周三', { city: '北京', date: '2026-12-09' }],
    ['Send the weekly report', 'a@b.com', { to: 'a@b.com' }],
    ['整理周报发给 a@b.com 和 c@d.com', 'c@d.com', { to: 'c@d.com' }],
    ['double n=abc', '21', { params: '{"n":21}' }],
    ['use double and greet', 'double 4', { tool: 'double', params: '{"n":4}' }],
  ])('is settled by an answer: %s → %s', (goal, answer, facts) => {
    const { questions } = specified(goal);
    const spec = specified(goal, { answers: [{ question: questions.join('\n'), answer }] });
    expect(spec.questions).toEqual([]);
    expect(factsOf(spec)).toMatchObject(facts);
  });

  it.each([
    'Plan my vacation',
    'Book a train from Beijing to Shanghai',
    '用 tripple 计算 21',
    '北京',
  ])('is refused with the cure: %s', (goal) => {
    expect(specified(goal)).toMatchObject({ cure: expect.stringContaining('OPENAI_API_KEY') });
  });
});
