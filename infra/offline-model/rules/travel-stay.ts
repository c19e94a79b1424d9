/** What the dates of a journey are for: the day of the flight, and from which day until which a hotel is wanted. */
import { numberFrom } from '../../../shared/dates/chinese-numerals.ts';
import { daysBetween, plusDays } from '../../../shared/dates/zoned-day.ts';
import type { Request } from './request-text.ts';

export type Stay = {
  /** Of the flight; that of the arrival where only a hotel is wanted. */
  readonly day: string | undefined;
  readonly checkin: string | undefined;
  readonly checkout: string | undefined;
  /** Dates that are for nothing known, or that contradict the others, as they stand in the text. */
  readonly doubt: readonly string[];
};

const NOTHING: Stay = { day: undefined, checkin: undefined, checkout: undefined, doubt: [] };

const NIGHTS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
};

const nightsIn = (text: string): number | undefined => {
  const chinese = /([\d一二两三四五六七八九十]+)\s*(?:个)?晚(?!上|班)/u.exec(text)?.[1];
  if (chinese !== undefined) return numberFrom(chinese);
  const english = /\b(\d+|one|two|three|four|five|six|seven)\s*[- ]?nights?\b/iu.exec(text)?.[1];
  if (english !== undefined) return NIGHTS[english.toLowerCase()] ?? Number(english);
  const weeks =
    /(?:住|起|for|\s)\s*([一二两三四1234]|an?|one|two|three)\s*(?:个)?(?:周|星期|礼拜|weeks?)/iu.exec(
      text,
    )?.[1];
  if (weeks === undefined) return undefined;
  return 7 * (/^an?$/iu.test(weeks) ? 1 : (NIGHTS[weeks.toLowerCase()] ?? numberFrom(weeks)));
};

const ARRIVES_AFTER = /^\s*(?:的|晚)?\s*(?:入住|住进|住|酒店|宾馆|旅馆|check(?:ing)?[- ]?in)/iu;
const ARRIVES_BEFORE =
  /(?:入住|住进|酒店|宾馆|旅馆|住宿|check(?:ing)?[- ]?in|\bhotels?\b|\brooms?\b)[^，。,;；.、]{0,20}$/iu;
const LEAVES_AFTER = /^\s*(?:退房|离店|离开|check(?:ing)?[- ]?out)/iu;
const LEAVES_BEFORE =
  /(?:退房|离店|check(?:ing)?[- ]?out|\buntil|\btill|\bthrough|到|至|[-–—~～]|\bto)\s*[:：是为在]?\s*(?:on\s+)?$/iu;
const FLIES_BEFORE = /(?:机票|航班|飞机|起飞|\bfl(?:y|ights?|ying)\b)[^，。,;；.、]{0,20}$/iu;

type Role = 'arrives' | 'leaves' | 'flies' | 'open';
type Placed = { readonly text: string; readonly from: string; readonly role: Role };

const AFTER_CHARACTERS = 12;

/** A word behind a date goes before one in front of it, which may belong to the date before. */
function roleOf(before: string, after: string): Role {
  if (LEAVES_AFTER.test(after)) return 'leaves';
  if (ARRIVES_AFTER.test(after)) return 'arrives';
  if (LEAVES_BEFORE.test(before)) return 'leaves';
  if (FLIES_BEFORE.test(before)) return 'flies';
  return ARRIVES_BEFORE.test(before) ? 'arrives' : 'open';
}

function placedIn({ dated, days }: Request): Placed[] {
  const spots: { text: string; from: string; start: number; end: number }[] = [];
  for (const { text, from } of days) {
    const start = dated.indexOf(text, spots.at(-1)?.end ?? 0);
    if (from !== null && start >= 0) spots.push({ text, from, start, end: start + text.length });
  }
  return spots.map(({ text, from, start, end }, index) => {
    const next = spots[index + 1]?.start ?? dated.length;
    const before = dated.slice(spots[index - 1]?.end ?? 0, start);
    const after = dated.slice(end, Math.min(next, end + AFTER_CHARACTERS));
    // A range has to begin somewhere: the first date cannot be its end.
    const role = roleOf(before, after);
    return { text, from, role: index === 0 && role === 'leaves' ? 'open' : role };
  });
}

/** "December 10 to 12" and 住3天 say how long, but not surely: days are not nights, and 12 may be an hour. */
const BESIDES =
  /(?<![\d:.])\d{1,2}(?:st|nd|rd|th)?\s*(?:and|&|or|to|[-–]|和|或|到|至)\s*(?:the\s+)?$/iu;

/** "20 and 21 December" is read as the 21st alone: what stands beside a date may be another. */
const besides = ({ dated, days }: Request): string[] =>
  days.flatMap(({ text: date }) => {
    const front = dated.slice(0, Math.max(0, dated.indexOf(date)));
    const others = days.reduce((rest, { text }) => rest.replaceAll(text, ' '), front);
    const before = BESIDES.exec(others)?.[0];
    return before === undefined ? [] : [`${before}${date}`];
  });

const loosely = (
  { dated, days, text }: Request,
  end: string | undefined,
  nights?: number,
): string[] => {
  if (end !== undefined || nights !== undefined) return [];
  const stays =
    /(?:住|待|呆)\s*[\d一二两三四五六七八九十]+\s*天|\b(?:\d+|two|three|four|five|six|seven) days\b/iu.exec(
      text,
    )?.[0];
  const ranges = days.flatMap(({ text: date }) => {
    const after = dated.slice(dated.indexOf(date) + date.length);
    const open =
      /^\s*(?:to|through|until|[-–~]|到|至)\s*\d{1,2}(?![\d:点时元块]|[.,]\d)(?!\s*(?:am|pm|yuan|rmb|o'clock))/iu.exec(
        after,
      )?.[0];
    return open === undefined ? [] : [`${date}${open}`];
  });
  return [...(stays === undefined ? [] : [stays]), ...ranges];
};

/** What is left over, and what cannot be at once. */
function doubtOf(
  dates: readonly Placed[],
  { day, checkin, checkout }: Stay,
  nights: number | undefined,
): string[] {
  const meant = [day, checkin, checkout];
  const isOdd =
    checkin !== undefined &&
    checkout !== undefined &&
    ((day !== undefined && checkin < day) ||
      (nights !== undefined && nights !== daysBetween(checkin, checkout)));
  const over = dates.filter(({ from }) => !meant.includes(from));
  return [...new Set((isOdd ? dates : over).map(({ text }) => text))];
}

/** One mention of several days is a stay; a flight has one day. */
function periodStay({ days: [first, second] }: Request, wantsFlight: boolean): Stay | null {
  if (first?.from == null || second !== undefined) return null;
  const { from: day, until, text } = first;
  if (until === null || until === day) return null;
  return wantsFlight
    ? { ...NOTHING, doubt: [text] }
    : { day, checkin: day, checkout: until, doubt: [] };
}

const dayOfFlight = (dates: readonly Placed[]): string | undefined => {
  const flies =
    dates.find(({ role }) => role === 'flies') ?? dates.find(({ role }) => role === 'open');
  return (flies ?? dates[0])?.from;
};

/** The stay begins on the day of the flight and lasts one night unless something else is said. */
export function stayIn(request: Request, wants: { flight: boolean; hotel: boolean }): Stay {
  const stay = readStay(request, wants);
  return { ...stay, doubt: [...stay.doubt, ...besides(request)] };
}

function readStay(request: Request, wants: { flight: boolean; hotel: boolean }): Stay {
  const period = periodStay(request, wants.flight);
  if (period !== null) return period;
  const dates = placedIn(request);
  const day = dayOfFlight(dates);
  if (day === undefined) return NOTHING;
  if (!wants.hotel) {
    const stay = { ...NOTHING, day };
    return { ...stay, doubt: doubtOf(dates, stay, undefined) };
  }
  const nights = nightsIn(request.text);
  const checkin = dates.findLast(({ role }) => role === 'arrives')?.from ?? day;
  const end = dates.findLast(({ role }) => role === 'leaves')?.from;
  const checkout = end ?? plusDays(checkin, nights ?? 1);
  const stay = { day: wants.flight ? day : checkin, checkin, checkout, doubt: [] };
  const doubt = doubtOf(dates, stay, end === undefined ? undefined : nights);
  return { ...stay, doubt: [...doubt, ...loosely(request, end, nights)] };
}
