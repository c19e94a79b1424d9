/** Texts that the rules write: reasoning and answers, in both languages, from results alone. */
import { describe, expect, it } from 'vitest';
import type { FaultName } from '../../../../infra/faults/fault-names.ts';
import { answerByRule } from '../../../../infra/offline-model/rules/answer-by-rule.ts';
import { ungroundedIn } from '../../../../services/observer/grounding.ts';
import type { Feedback, Prior } from '../../../../shared/events/shapes.ts';
import { AnswerReply, PlanReply, ReasonReply } from '../../../../shared/model/replies.ts';
import { SETTING, specified } from './asking.ts';

const prior = (tool: string | null, data: unknown, summary = ''): Prior[string] => ({
  ...{ tool, params: {}, summary, conclusion: '' },
  ...(data === undefined ? {} : { data }),
});

const ask = (purpose: 'reason' | 'answer', document: object, fault?: FaultName) =>
  answerByRule(purpose, document, { ...SETTING, fault });
const reason = (goal: string, subtask: string, results: Prior) =>
  ReasonReply.parse(ask('reason', { spec: specified(goal), step: { id: 's9', subtask }, results }));
const answer = (goal: string, results: Prior, more: object = {}, fault?: FaultName) =>
  AnswerReply.parse(ask('answer', { spec: specified(goal), results, ...more }, fault));
const isGrounded = (goal: string, results: Prior, text: string) =>
  ungroundedIn(text, { spec: specified(goal), results, computed: [] });

const complaint = (message: string, code = 'NOT_GROUNDED'): Feedback => ({
  ...{ class: 'result', code, message, evidence: [] },
});

const WEATHER = {
  ...{
    city: '北京',
    date: '2026-12-04',
    weather: '小雪转多云',
    condition: 'light snow turning cloudy',
  },
  ...{ temperature_min: -9, temperature_max: -1, wind_level: 5 },
};

describe('advice on clothing', () => {
  it.each([
    ['查一下这周五北京的天气，穿什么合适', -1, '小雪', /羽绒服.*雪.*风/],
    ['查一下这周五北京的天气，穿什么合适', 8, '小雨', /毛衣.*伞/],
    ['查一下这周五北京的天气，穿什么合适', 33, '晴', /短袖/],
    ['Weather in Beijing on Friday, what should I wear?', 8, '小雨', /thick coat.*umbrella/],
    ['Weather in Beijing on Friday, what should I wear?', 20, '晴', /long sleeves.*layers/],
  ])('goes by temperature, rain and wind: %s %i %s', (goal, high, weather, words) => {
    const data = { ...WEATHER, temperature_max: high, weather, condition: '' };
    expect(reason(goal, 'advice', { s1: prior('get_weather', data) }).text).toMatch(words);
  });
});

describe('an answer on the weather', () => {
  const zh = '查一下这周五北京的天气，穿什么合适';
  const results = {
    s1: prior('get_weather', WEATHER),
    s2: prior(null, { text: '建议穿羽绒服。' }),
  };

  it.each([
    [zh, /小雪转多云.*-9.*-1.*建议穿羽绒服/],
    ['Weather in Beijing on Friday, what should I wear?', /light snow.*-9 to -1/],
  ])('tells what the tool said: %s', (goal, words) => {
    const { text, data } = answer(goal, results);
    expect(text).toMatch(words);
    expect(isGrounded(goal, results, text)).toEqual([]);
    expect(data).toMatchObject({ city: '北京', wind_level: 5 });
  });

  it('names a wind direction that no tool gave when that is the fault, until it is told', () => {
    const { text } = answer(zh, results, {}, 'fabricated');
    const [fact = ''] = isGrounded(zh, results, text);
    expect(fact).toMatch(/风/);
    const feedback = [complaint(`${fact} occurs in no accepted result`)];
    const again = answer(zh, results, { feedback }, 'fabricated').text;
    expect(isGrounded(zh, results, again)).toEqual([]);
    expect(again).toContain('风力5级');
  });

  it('leaves a sentence out whose fact is not grounded', () => {
    const feedback = [complaint('-9 occurs in no accepted result')];
    expect(answer(zh, results, { feedback }).text).toBe('建议穿羽绒服。');
  });

  it('is given up when it is not what was asked for again and again', () => {
    const feedback = [complaint('the answer does not fit', 'NOT_COVERED')];
    expect(answer(zh, results, { feedback }).text).not.toBe('');
    const twice = [...feedback, ...feedback];
    expect(ask('answer', { spec: specified(zh), results, feedback: twice })).toHaveProperty(
      'refused',
    );
  });

  it('takes the form that was asked for', () => {
    const answerSchema = {
      type: 'object',
      properties: {
        City: { type: 'string' },
        temperatureMax: { type: 'number' },
        windLevel: { type: 'string' },
        answer: { type: 'string' },
        humidity: { type: 'number' },
      },
    };
    const { data, text } = answer(zh, results, { answerSchema });
    expect(data).toEqual({ City: '北京', temperatureMax: -1, windLevel: '5', answer: text });
  });
});

describe('a look at flights and hotels', () => {
  const flight = (flight_no: string, price: number, stock?: number) => ({
    ...{ flight_no, price, dep_time: '08:00', arr_time: '10:15' },
    ...(stock === undefined ? {} : { stock }),
  });
  const results = {
    s1: prior('query_flight', {
      flights: [flight('A1', 900, 4), flight('A2', 500, 0), flight('A3', 700)],
    }),
    s2: prior('query_hotel', { hotels: [{ hotel_id: 'H1', name: '云栖', price: 420, stock: 2 }] }),
  };

  it.each([
    ['查12月10日北京到上海有哪些航班和酒店', /A3.*\n- A1.*余 4[\s\S]*云栖 每晚 ¥420/],
    [
      'list flights from Beijing to Shanghai on December 10 and hotels',
      /A3[\s\S]*云栖 ¥420 a night/,
    ],
  ])('lists what can be booked, the cheapest first: %s', (goal, words) => {
    const { text, covers } = answer(goal, results);
    expect(text).toMatch(words);
    expect(text).not.toContain('A2');
    expect(isGrounded(goal, results, text)).toEqual([]);
    const ids = ['goal', ...specified(goal).constraints.map(({ id }) => id)];
    expect(covers.map(({ of }) => of)).toEqual(ids);
  });

  it('says so when there is none, and goes by the summary of what is too large', () => {
    const goal = '查12月10日北京到上海有哪些航班';
    const none = { s1: prior('query_flight', { flights: [flight('A2', 500, 0)] }) };
    expect(answer(goal, none).text).toContain('没有');
    const large = { s1: prior('query_flight', { $blob: 'x', size: 1, summary: '' }, '5 flights') };
    expect(answer(goal, large).text).toBe('5 flights');
  });
});

describe('the weekly report', () => {
  const goal = '整理上周的周报，发给 team@example.com';
  const commit = (hash: string, author: string, day: string, subject: string) => ({
    ...{ hash, author, subject, date: `${day}T10:00:00+08:00` },
  });
  const commits = [
    commit('abcdef0123', 'Ada', '2026-11-24', 'Add a door'),
    commit('1234567890', 'Bob', '2026-11-23', 'Paint it'),
    commit('fedcba9876', 'Ada', '2026-11-23', 'Oil it'),
  ];
  const log = { s1: prior('git_log', { commits, count: 3 }) };

  it('is summarised, drafted and answered from the commits', () => {
    const summary = reason(goal, 'summary', log);
    expect(summary.text).toMatch(/共 3 次提交.*Ada 2、Bob 1.*2026-11-23 2、2026-11-24 1/);
    const summed = { ...log, s2: prior(null, { ...summary.data, text: summary.text }) };
    const draft = reason(goal, 'draft', summed);
    expect(draft.data.subject).toBe('项目周报 2026-11-23 至 2026-11-29');
    expect(draft.data.body).toContain('- abcdef0 Add a door');
    const results = {
      ...summed,
      s3: prior(null, { ...draft.data, text: draft.text }),
      s4: prior('send_email', { messageId: 'm1', file: 'm1.eml' }),
    };
    const { text, covers } = answer(goal, results);
    expect(text).toMatch(/3 次提交.*team@example.com/);
    expect(isGrounded(goal, results, text)).toEqual([]);
    expect(covers).toContainEqual({ of: 'recipient', stepIds: ['s4'] });
  });

  it('says that nothing was done, and knows a log too large to read by its summary', () => {
    const none = { s1: prior('git_log', { commits: [], count: 0 }) };
    expect(reason(goal, 'summary', none).text).toContain('没有提交');
    const large = { s1: prior('git_log', undefined, '900 commits, newest abc') };
    expect(reason(goal, 'summary', large).text).toBe('900 commits, newest abc');
    expect(answer(goal, large).text).not.toContain('undefined');
  });

  it('is shown instead of mailed when it shall not be sent', () => {
    const results = {
      ...log,
      s3: prior(null, { subject: 'S', body: 'Hello,\n- abcdef0 Add a door' }),
    };
    expect(answer('write a weekly report, do not send it', results).text).toContain('Add a door');
  });

  it('is not written again when only the mail failed', () => {
    const accepted = {
      ...log,
      s2: prior(null, { count: 3, text: 'x' }),
      s3: prior(null, { subject: 'S', body: 'B', text: 'x' }),
    };
    const document = { spec: specified(goal), accepted, taken: ['s1', 's2', 's3', 's4'] };
    const { steps } = PlanReply.parse(answerByRule('plan', document, SETTING));
    expect(steps.map(({ id, tool }) => [id, tool])).toEqual([['s5', 'send_email']]);
    expect(steps[0]?.params.body).toEqual({ $pick: { from: 's3', take: 'body' } });
  });
});
