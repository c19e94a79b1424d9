// The sentence that runs when none is given: its dates are never past, in whatever time zone.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleSentence } from '../../../services/cli/sample-sentences.ts';
import { languageOf } from '../../../shared/language-of.ts';

const SHANGHAI = 'Asia/Shanghai';
const travel = (now: string, zone = SHANGHAI) => sampleSentence('travel', now, zone);
const weather = (now: string, zone = SHANGHAI) => sampleSentence('weather', now, zone);

it('books for nine days from now, the day written as people write it', () => {
  expect(travel('2026-12-01T03:00:00.000Z')).toBe(
    '预订12月10日北京到上海的机票和当晚酒店，酒店不超过1000元，乘客张三，身份证110101199001011234',
  );
});

it('counts days in the time zone of the task', () => {
  const late = '2026-12-01T18:00:00.000Z';
  expect(travel(late)).toContain('12月11日');
  expect(travel(late, 'America/New_York')).toContain('12月10日');
});

it('goes over the end of a month and of a year', () => {
  expect(travel('2026-12-28T03:00:00.000Z')).toContain('1月6日');
  expect(travel('2028-02-22T03:00:00.000Z')).toContain('3月2日');
});

it('asks for the Friday that is still to come', () => {
  expect(weather('2026-12-04T03:00:00.000Z')).toContain('这周五');
  expect(weather('2026-12-05T03:00:00.000Z')).toContain('下周五');
  expect(weather('2026-12-06T03:00:00.000Z')).toContain('下周五');
  expect(weather('2026-12-07T03:00:00.000Z')).toContain('这周五');
  expect(weather('2026-12-04T17:00:00.000Z')).toContain('下周五');
});

it('never names a day that is past, whenever it is said', () => {
  const moments = fc.date({
    min: new Date('2026-01-01'),
    max: new Date('2040-01-01'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, (moment) => {
      const [, month = '', day = ''] =
        /(\d+)月(\d+)日/.exec(travel(moment.toISOString(), 'UTC')) ?? [];
      const ahead = new Date(moment.getTime() + 9 * 86_400_000);
      expect([Number(month), Number(day)]).toEqual([ahead.getUTCMonth() + 1, ahead.getUTCDate()]);
    }),
  );
});

it('is Chinese for every sample', () => {
  for (const sample of ['travel', 'weather', 'report'] as const)
    expect(languageOf(sampleSentence(sample, '2026-12-01T03:00:00.000Z', 'UTC'))).toBe('zh');
});
