/** Words that a user reads: what was asked is answered, and nothing is said twice. */
import { describe, expect, it } from 'vitest';
import { answerByRule } from '../../../../infra/offline-model/rules/answer-by-rule.ts';
import { AnswerReply, ReasonReply, Refused } from '../../../../shared/model/replies.ts';
import { SETTING, specified } from './asking.ts';

const done = (tool: string | null, data: unknown) => ({
  ...{ tool, params: {}, summary: '', conclusion: '' },
  data,
});
const weather = (condition: string) =>
  done('get_weather', {
    ...{ city: 'London', date: '2026-12-04', weather: '阴', condition },
    ...{ temperature_min: 7, temperature_max: 14, wind_level: 3 },
  });
const advice = (goal: string, condition: string): string => {
  const document = {
    spec: specified(goal),
    step: { id: 's2' },
    results: { s1: weather(condition) },
  };
  return ReasonReply.parse(answerByRule('reason', document, SETTING)).text;
};

describe('advice on clothing', () => {
  const goal = 'will it rain in London on Friday? should I take an umbrella?';

  it('answers whether an umbrella is needed, either way', () => {
    expect(advice(goal, 'overcast')).toContain('no umbrella is needed');
    expect(advice(goal, 'light rain')).toContain('take an umbrella');
  });

  it('does not speak of umbrellas in dry weather unless it is asked', () => {
    expect(advice('what to wear in London on Friday', 'overcast')).not.toContain('umbrella');
  });
});

describe('a query that found nothing', () => {
  it('is refused with what was found wrong, once and unchanged', () => {
    const goal = '查12月10日青岛到拉萨的航班';
    const spec = specified(goal);
    const params = { dep_city: '青岛', arr_city: '拉萨', dep_date: '2026-12-10' };
    const message = 'The city 青岛 is not served.';
    const feedback = [
      {
        ...{ class: 'parameter', code: 'NOT_FOUND', message, evidence: [] },
        rejected: { tool: 'query_flight', params },
      },
    ];
    const step = { id: 's1', tool: 'query_flight', params: {}, intent: '' };
    const reply = answerByRule('act', { spec, step, results: {}, feedback }, SETTING);
    expect(Refused.parse(reply).refused).toBe(message);
  });
});

describe('the answer of a report', () => {
  it.each([
    ['写月报，不发邮件', '的月报'],
    ['写周报，不发邮件', '的周报'],
  ])('calls it what the user called it: %s', (goal, words) => {
    const results = { s1: done('git_log', { commits: [], count: 0 }) };
    const reply = answerByRule('answer', { spec: specified(goal), results }, SETTING);
    expect(AnswerReply.parse(reply).text).toContain(words);
  });
});
