/** Periods in Chinese, and days so many days or weeks away. */
import { NUMERALS, numberFrom } from './chinese-numerals.ts';
import type { DatePattern, Groups, Unit } from './date-reading.ts';
import { shiftFrom, WEEK, WEEK_SHIFT, yearFrom } from './zh-words.ts';

const START = String.raw`(?<![\d${NUMERALS}千万第几]|\d\.|[农阴旧]历 ?)`;
const COUNT = String.raw`(?<count>\d{1,4}|[${NUMERALS}]{1,5}) ?个?`;
const UNIT = '(?<unit>天|周|星期|礼拜|月|年)';
const MONTH = String.raw`(?<month>\d{1,2}|十[一二]?|[一二三四五六七八九])`;
/** 一月一次 is a rate, 三月内 a term. */
const MONTH_END = '(?! ?[\\d日号]|球|薪|租|饼|亮|台|内|[一两二三]次)';
const FOUR = String.raw`(?:19|20|21)\d\d|[〇零一二三四五六七八九]{4}`;

const UNITS: Readonly<Record<string, Unit>> = {
  天: 'day',
  日: 'day',
  周: 'week',
  星期: 'week',
  礼拜: 'week',
  月: 'month',
  季度: 'quarter',
  年: 'year',
};

const unitFrom = ({ unit = '' }: Groups): Unit => UNITS[unit] ?? 'day';

const YEARS: readonly (readonly [words: string, shift: number])[] = [
  ['(?<![目以之])前年(?!均|龄|薪|度)', -2],
  ['(?<!过)去年', -1],
  ['今年', 0],
  ['(?<![说证声表])明年|(?<=[说证声表])明年(?!度|份|龄)', 1],
  ['(?<![今以之然最])后年(?!均|轻)', 2],
];

export const CHINESE_PERIOD_PATTERNS: readonly DatePattern[] = [
  {
    pattern: new RegExp(`${START}${COUNT}${UNIT}[之以]?(?<side>[前后])(?!面|续|半)`, 'g'),
    read: (groups) => {
      const count = numberFrom(groups.count ?? '');
      const unit = unitFrom(groups);
      return groups.side === '后'
        ? { kind: 'shift', unit, count, loose: true }
        : { kind: 'shift', unit, count: -count };
    },
  },
  {
    pattern: new RegExp(
      `(?<side>最近|过去|(?<![最附接靠临远将])近|未来|接下来|今后)的? ?${COUNT}(?<unit>天|日|周|星期|礼拜|月|年)(?![日号])`,
      'g',
    ),
    read: (groups) => {
      const count = numberFrom(groups.count ?? '');
      const isAhead = /[未下后]/.test(groups.side ?? '');
      return { kind: 'span', unit: unitFrom(groups), count: isAhead ? count : -count };
    },
  },
  {
    pattern: new RegExp(`${WEEK_SHIFT}${WEEK}(?![末期年边岁转密围刊])`, 'g'),
    read: ({ shift = '' }) => ({ kind: 'unit', unit: 'week', shift: shiftFrom(shift) }),
  },
  {
    pattern: new RegExp(`${WEEK_SHIFT}(?<unit>月(?![球饼亮台])|季度)`, 'g'),
    read: (groups) => ({
      kind: 'unit',
      unit: unitFrom(groups),
      shift: shiftFrom(groups.shift ?? ''),
    }),
  },
  ...YEARS.map(
    ([words, shift]): DatePattern => ({
      pattern: new RegExp(words, 'g'),
      read: () => ({ kind: 'unit', unit: 'year', shift }),
    }),
  ),
  {
    pattern: new RegExp(`(?<!每个?)(?:${WEEK_SHIFT})?周末`, 'g'),
    read: ({ shift = '' }) => ({ kind: 'weekend', week: shiftFrom(shift) }),
  },
  {
    pattern: new RegExp(
      `${START}(?:(?:(?<year>${FOUR}) ?年|(?<years>[今本明后去前])年)的? ?|(?<![年个半]的? ?))${MONTH} ?月份?${MONTH_END}`,
      'g',
    ),
    read: (groups) => {
      const month = numberFrom(groups.month ?? '');
      if (month < 1 || month > 12) return null;
      return { kind: 'month', month, ...yearFrom(groups) };
    },
  },
];
