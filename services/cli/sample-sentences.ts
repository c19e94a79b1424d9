/** What `start` asks for when nobody says what is wanted: one sentence a sample, with dates to come. */
import { unreachable } from '../../shared/errors.ts';

export type Sample = 'travel' | 'weather' | 'report';

const DAY_MS = 86_400_000;
/** Far enough for every time zone to call it the future, near enough for a forecast. */
const DAYS_AHEAD = 9;

type Day = { readonly month: string; readonly day: string; readonly weekday: string };

function dayIn(instantMs: number, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'numeric',
    day: 'numeric',
    weekday: 'short',
  }).formatToParts(instantMs);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { month: of('month'), day: of('day'), weekday: of('weekday') };
}

const isWeekend = ({ weekday }: Day): boolean => weekday === 'Sat' || weekday === 'Sun';

/**
 * @param now ISO instant
 * @param timeZone IANA zone, in which the task's dates are resolved
 */
export function sampleSentence(sample: Sample, now: string, timeZone: string): string {
  const nowMs = Date.parse(now);
  switch (sample) {
    case 'travel': {
      const { month, day } = dayIn(nowMs + DAYS_AHEAD * DAY_MS, timeZone);
      return `预订${month}月${day}日北京到上海的机票和当晚酒店，酒店不超过1000元，乘客张三，身份证110101199001011234`;
    }
    case 'weather': {
      const friday = isWeekend(dayIn(nowMs, timeZone)) ? '下周五' : '这周五';
      return `查一下${friday}北京的天气，顺便指导下穿什么合适`;
    }
    case 'report':
      return '整理本周的项目周报，发邮件给 team@example.com';
    default:
      return unreachable(sample);
  }
}
