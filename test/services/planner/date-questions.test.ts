import { describe, expect, it } from 'vitest';
import { dateQuestions } from '../../../services/planner/date-questions.ts';
import type { DateMention } from '../../../shared/dates/date-mention.ts';

const mention = (text: string, status: DateMention['status']): DateMention => ({
  text,
  index: 0,
  from: status === 'ok' ? '2026-12-10' : null,
  until: status === 'ok' ? '2026-12-10' : null,
  status,
});

describe('a date that cannot be meant', () => {
  it('is asked back in the language of the goal, once a date', () => {
    const past = mention('2024年6月10日', 'past');
    expect(dateQuestions([past, past], [], 'zh')).toEqual([
      '2024年6月10日已经过去了，您指的是哪一天？',
    ]);
    expect(dateQuestions([mention('10/12', 'ambiguous')], [], 'en')).toHaveLength(1);
    expect(dateQuestions([mention('2月30日', 'invalid')], [], 'zh')[0]).toContain('没有2月30日');
  });

  it('is settled by an answer that names a good one, and asked about again by one that does not', () => {
    const past = mention('2024-06-10', 'past');
    expect(dateQuestions([past], [mention('12月10日', 'ok')], 'en')).toEqual([]);
    expect(dateQuestions([past], [mention('2023-06-10', 'past')], 'en')).toHaveLength(2);
  });

  it('is nothing when all dates can be meant', () => {
    expect(dateQuestions([mention('明天', 'ok')], [], 'zh')).toEqual([]);
  });
});
