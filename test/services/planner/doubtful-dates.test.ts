import { describe, expect, it } from 'vitest';
import { doubtfulDates } from '../../../services/planner/specify-task.ts';

const asked = (goal: string, ...said: string[]): string[] =>
  doubtfulDates({
    goal,
    answers: said.map((answer) => ({ question: '?', answer })),
    now: '2026-12-01T04:00:00.000Z',
    timeZone: 'Asia/Shanghai',
  });

describe('a past date', () => {
  it('is asked back when something is to be done on it', () => {
    expect(asked('预订2024年6月10日北京到上海的机票')).toHaveLength(1);
    expect(asked('Book a flight on June 10, 2024')).toHaveLength(1);
  });

  it('is what a report is about', () => {
    expect(asked('2026-11-01到2026-11-30的工作报告')).toEqual([]);
    expect(asked('Mail me a report of the commits of November 3, 2026')).toEqual([]);
  });

  it('is settled by an answer with a date that can be meant', () => {
    expect(asked('预订2024年6月10日北京到上海的机票', '12月10日')).toEqual([]);
    expect(asked('预订2024年6月10日北京到上海的机票', '2023年6月10日')).toHaveLength(2);
  });
});

it('asks about days that do not exist whatever they are for', () => {
  expect(asked('2026年2月30日的报告')).toHaveLength(1);
});
