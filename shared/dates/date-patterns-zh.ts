/** Days in Chinese. The characters beside a match tell 下周日程 (a schedule) and 说明天气 (weather) from days. */
import { NUMERALS, numberFrom } from './chinese-numerals.ts';
import type { DatePattern, Groups, Reading } from './date-reading.ts';
import { shiftFrom, WEEK, WEEK_SHIFT, yearFrom } from './zh-words.ts';

/** Each script on its own, so that 周五12月11日 is a weekday and a date. */
const NUMBER = String.raw`(?:(?<!\d|\d\.)\d{1,2}|(?<![${NUMERALS}千万])[${NUMERALS}]{1,3})`;
const START = '(?<![农阴旧]历 ?)';
const FOUR = String.raw`(?:19|20|21)\d\d|[〇零一二三四五六七八九]{4}|\d\d`;
/** Without a year of its own no 年 stands before it: that of 每年 or 当年 is not known. */
const YEAR = `(?:(?:(?<![\\d${NUMERALS}])(?<year>${FOUR}) ?年|(?<years>[今本明后去前])年)的? ?|(?<!年的? ?))`;
const MONTH = `(?<month>${NUMBER}) ?月`;
/** Mere 12月10 is a day unless a unit follows. */
const DAY_END = String.raw`(?: ?[日号]|(?<=\d)(?! ?[\d.:%个天年月岁人件元块万千百点时分周张间晚次/]))`;
const TO = ' ?[-–—~到至] ?';

/** Words that begin with 日 or 号, so that the number before is no day. */
const NOT_DAY = '(?!游|内|间|均|元|圆|本|志|报|程|租|票|龄|息|线|益|照|用品|[之以]?[前后])';
const NOT_NUMBER =
  '(?!楼|线|店|门|房|院|桌|车|机|厅|馆|柜|口|航站|登机|站|台|仓|文|位|座|库|码|称|室|厂|井|高速|公路|地铁|方案|选手|球|段|区|床|卡|线路|字)';
const COUNTED = '(?<![第每近去续期时共约满#A-Za-z编型账单牌] ?|最近|连续|未来|下来|月(?:份|的)? ?)';

const optional = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : numberFrom(text);

const readDate = (groups: Groups): Reading => ({
  kind: 'date',
  day: numberFrom(groups.day ?? ''),
  untilDay: optional(groups.untilDay),
  month: optional(groups.month),
  monthShift: groups.months === undefined ? undefined : shiftFrom(groups.months),
  ...yearFrom(groups),
});

/** A numeral below ten is too often no date (一日三餐), so it needs a month before it. */
const readBareDay = ({ day = '' }: Groups): Reading | null => {
  const number = numberFrom(day);
  if (number < 1 || number > 31) return null;
  return { kind: 'date', day: number, needsMonth: !/[\d十]/.test(day) };
};

/** 10日后 is after the 10th, or in ten days; a numeral counts days: 三日后. */
const readDaysAway = ({ day = '', side }: Groups): Reading =>
  /^\d/.test(day)
    ? { kind: 'ambiguous' }
    : { kind: 'shift', unit: 'day', count: numberFrom(day) * (side === '后' ? 1 : -1) };

const WORD_DAYS: readonly (readonly [words: string, days: number])[] = [
  ['大前天', -3],
  ['(?<![以之目当先提大])前(?:天(?!气|天)|晚)', -2],
  ['昨[天日晚夜早晨儿]', -1],
  ['今(?:[天晚夜早晨儿]|(?<![当如至现]今)日(?!头条|本))', 0],
  ['(?<![说证声表阐标注])明[天日晚早晨儿]', 1],
  ['(?<=[说证声表阐标注])明(?:天(?!气(?!温))|[早晨]|晚(?!点)|日(?!期|志|程|常|报|后))', 1],
  ['(?<![今以之然最午先大])后(?:天(?!气(?!温)|性)|日(?!期))', 2],
  ['大后天', 3],
];

const WEEKDAYS = '一二三四五六日';
/** 周日程, 周天气, 周一起去: the character belongs to the word after it. */
const WEEKDAY =
  '(?<weekday>一(?!起(?:去|来|吃|看|玩|聚|做|讨论))|[二三四五六]|日(?!程|志|报|均|常|元|语|文|历|记|期|益|渐|本)|天(?!气|津|台|猫|文|安门|河|山|府|空))';

const weekdayFrom = ({ weekday = '' }: Groups): number =>
  WEEKDAYS.indexOf(weekday === '天' ? '日' : weekday) + 1;

export const CHINESE_PATTERNS: readonly DatePattern[] = [
  {
    pattern: new RegExp(
      `${START}${YEAR}${MONTH}(?:份的?)? ?(?<day>${NUMBER})(?:${TO}(?<untilDay>${NUMBER}) ?[日号]|${DAY_END})`,
      'g',
    ),
    read: readDate,
  },
  {
    pattern: new RegExp(
      `(?<months>上上|上|下下|(?<!一)下|这|本)个?月的? ?(?<day>${NUMBER}) ?[日号]`,
      'g',
    ),
    read: readDate,
  },
  {
    pattern: new RegExp(
      `${START}${COUNTED}(?<day>${NUMBER}) ?(?:日${NOT_DAY}|号${NOT_NUMBER})`,
      'g',
    ),
    read: readBareDay,
  },
  {
    pattern: new RegExp(`${START}${COUNTED}(?<day>${NUMBER}) ?日[之以]?(?<side>[前后])`, 'g'),
    read: readDaysAway,
  },
  ...WORD_DAYS.map(
    ([words, count]): DatePattern => ({
      pattern: new RegExp(words, 'g'),
      read: () => ({ kind: 'shift', unit: 'day', count }),
    }),
  ),
  {
    pattern: new RegExp(`${WEEK_SHIFT}${WEEK}(?:[的,]? ?${WEEK})?${WEEKDAY}`, 'g'),
    read: (groups) => ({
      kind: 'weekday',
      weekday: weekdayFrom(groups),
      week: shiftFrom(groups.shift ?? ''),
    }),
  },
  {
    // 每周五 is no single day, and 一周五天 is a count.
    pattern: new RegExp(`(?<!每个?|[\\d几整半]|(?<!${WEEK})[${NUMERALS}])${WEEK}${WEEKDAY}`, 'g'),
    read: (groups) => ({ kind: 'weekday', weekday: weekdayFrom(groups) }),
  },
];
