import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DateMention } from '../../../shared/dates/date-mention.ts';
import { resolveDates } from '../../../shared/dates/resolve-dates.ts';
import { dayOf, plusDays } from '../../../shared/dates/zoned-day.ts';

const NOW = '2026-12-01T03:00:00Z';
const ZONES = ['Asia/Shanghai', 'America/New_York', 'Pacific/Auckland'];
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** Pieces of dates, so that most strings made of them hold some. */
const PIECES =
  '12 月 10 日 号 年 2026 - / . : 周 五 星期 日 下 上 这 个 本 末 到 至 自 起 以来 天 后 前 三 十 最近 今 明 去 ( ， since next last Dec 10th Friday , to in 3 days ago 9999 may the week 2 月'.split(
    ' ',
  );
const dateLike = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ' ')), { maxLength: 30 })
  .map((parts) => parts.flat().join(''));
const anyText = fc.oneof(dateLike, fc.string({ unit: 'binary', maxLength: 200 }));

function numeral(number: number): string {
  const digits = '〇一二三四五六七八九';
  const tens = Math.floor(number / 10);
  const head = tens === 0 ? '' : `${tens === 1 ? '' : digits[tens]}十`;
  return `${head}${number % 10 === 0 ? '' : digits[number % 10]}`;
}

function spellings(day: string): string[] {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const name = MONTHS[month - 1] as string;
  return [
    day,
    day.replaceAll('-', '/'),
    `${year}.${month}.${date}`,
    `${year}年${month}月${date}日`,
    `${month}月${date}日`,
    `${month}月${date}号`,
    `${numeral(month)}月${numeral(date)}日`,
    `${name} ${date}`,
    `${name} ${date}, ${year}`,
    `${date} ${name} ${year}`,
    `${name.slice(0, 3)} ${date}`,
    `${date} ${name.slice(0, 3)}`,
  ];
}

describe('resolved dates', () => {
  it('stand in the text where they say, in order and apart, and are days of the calendar', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...ZONES), (text, zone) => {
        let end = 0;
        for (const mention of resolveDates(text, NOW, zone)) {
          expect(DateMention.safeParse(mention).error).toBeUndefined();
          expect(text.slice(mention.index).startsWith(mention.text)).toBe(true);
          expect(mention.text).not.toBe('');
          expect(mention.index).toBeGreaterThanOrEqual(end);
          end = mention.index + mention.text.length;
          const isDay = mention.status === 'ok' || mention.status === 'past';
          expect(mention.from !== null).toBe(isDay);
          expect(mention.until !== null).toBe(isDay);
          if (isDay) expect(mention.from! <= mention.until!).toBe(true);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('are the same however a day within 300 days is spelt', () => {
    const now = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
    const days = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(now, fc.constantFrom(...ZONES), days, (instant, zone, ahead) => {
        const day = plusDays(dayOf(instant, zone), ahead);
        for (const text of spellings(day))
          expect(resolveDates(`去 ${text}, ok`, instant, zone)).toEqual([
            { text, index: 2, from: day, until: day, status: 'ok' },
          ]);
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  // A search that goes back and forth over such texts outlasts the time limit of a test.
  it.each([
    '1',
    '一',
    '12月',
    '周五',
    '下',
    '上',
    ' ',
    'next ',
    'Dec 10',
    '2026-',
    '1/',
    '到',
    '年',
    '12日到',
    '(',
    'since ',
  ])('come from 20,000 characters of %j too', (piece) => {
    const text = piece.repeat(Math.ceil(20_000 / piece.length));
    const mentions = resolveDates(`${text} 2026-12-10`, NOW, 'UTC');
    expect(mentions.at(-1)?.text.endsWith('2026-12-10')).toBe(true);
  });
});
