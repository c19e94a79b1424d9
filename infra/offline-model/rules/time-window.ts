/** Hours between which a flight shall leave, as `HH:MM`; and times that say something else. */
import { type Clock, clocksIn, isEvening } from './clock-times.ts';

export type TimeWindow = {
  readonly from: string | undefined;
  readonly until: string | undefined;
  /** Words about a time that are no limit of the departure; they are never ignored. */
  readonly unplaced: readonly string[];
};

const PARTS: readonly (readonly [RegExp, from: string | undefined, until: string | undefined])[] = [
  [/凌晨|红眼|\bred[- ]?eye\b/iu, undefined, '06:00'],
  [/上午|早班|早上|早晨|清晨|\bmorning\b/iu, undefined, '12:00'],
  [/下午|\bafternoon\b/iu, '12:00', '18:00'],
  [/(?<![当今明一两每住])晚(?:上|班|间)|傍晚|夜间|\bevening\b/iu, '18:00', undefined],
];

const STARTS =
  /(?:不早于|最早|晚于|迟于|after|from|(?:no|not) (?:earlier|sooner) than|not before|later than|earliest)\s*(?:在|是|at)?\s*$/iu;
const ENDS =
  /(?:不晚于|不迟于|最晚|最迟|早于|before|by|until|(?:no|not) later than|not after|earlier than|latest)\s*(?:在|是|at)?\s*$/iu;
const TURNED =
  /(?:不早于|(?:not|no) (?:earlier than|before)|不晚于|不迟于|(?:not|no) (?:later than|after))\s*$/iu;
const IS_AFTER = /^\s*(?:以后|之后|过后|后|起(?!飞)|or later|onwards?)/iu;
const IS_BEFORE = /^\s*(?:以前|之前|前|or earlier)/iu;
const JOINS = /^\s*(?:到|至|和|与|[-–—~～]|to|and)\s*$/iu;
/** What is not about leaving: arrivals, check-ins, reminders, and the car. */
const NOT_LEAVING = /到达|抵达|落地|接机|入住|退房|提醒|\barriv|\bland|\bcheck|\bremind|\bpick/iu;
const UNWANTED =
  /(?:不要|不坐|不想|别|避开|\bno|\bnot|\bavoid)\s*(?:太|an?\s|too\s)?\s*(?:早班|晚班|红眼|早上|晚上|早|晚|red[- ]?eye|early|late)/giu;
/** Midday has no bounds. */
const VAGUE = /(?:中午|正午)(?!\s*[\d一二两十])|\bmidday\b|\blunch ?time\b/iu;

const CLAUSE_END = /[，,。;；!！?？\n]|\. /u;
/** Words about a time stand near it; what is further away is not read again for each. */
const NEAR_CHARACTERS = 40;
const beforeOf = (text: string, { index }: Clock): string =>
  text.slice(Math.max(0, index - NEAR_CHARACTERS), index);
const afterOf = (text: string, { end }: Clock): string => text.slice(end, end + NEAR_CHARACTERS);

const clauseAround = (text: string, clock: Clock): string => {
  const before = beforeOf(text, clock).split(CLAUSE_END).at(-1) ?? '';
  const after = afterOf(text, clock).split(CLAUSE_END)[0] ?? '';
  return `${before}${text.slice(clock.index, clock.end)}${after}`;
};

type Relation = 'from' | 'until' | 'none';

const relationOf = (text: string, clock: Clock): Relation => {
  const before = beforeOf(text, clock);
  const after = afterOf(text, clock);
  if (IS_AFTER.test(after)) return 'from';
  if (IS_BEFORE.test(after)) return TURNED.test(before) ? 'from' : 'until';
  // 不早于 has 早于 in it, so what is turned round goes first.
  if (STARTS.test(before)) return 'from';
  return ENDS.test(before) ? 'until' : 'none';
};

const rangeOf = (text: string, [first, second]: readonly Clock[]): [Clock, Clock] | undefined =>
  first !== undefined &&
  second !== undefined &&
  first.at < second.at &&
  JOINS.test(text.slice(first.end, second.index))
    ? [first, second]
    : undefined;

const partOf = (text: string): readonly [string | undefined, string | undefined] => {
  const about = text
    .replaceAll(UNWANTED, ' ')
    .split(CLAUSE_END)
    .filter((clause) => !NOT_LEAVING.test(clause))
    .join('，');
  const part = PARTS.find(([pattern]) => pattern.test(about));
  return [part?.[1], part?.[2]];
};

/** @param text without dates */
export function timeWindowIn(text: string): TimeWindow {
  const clocks = clocksIn(text);
  const leaving = clocks.filter((clock) => !NOT_LEAVING.test(clauseAround(text, clock)));
  const range = rangeOf(text, leaving);
  const single = (relation: Relation): Clock | undefined =>
    leaving.find((clock) => relationOf(text, clock) === relation);
  const [from, until] = range ?? [single('from'), single('until')];
  const [partFrom, partUntil] = partOf(text);
  const isWithinPart = from?.half === undefined && until?.half === undefined;
  const over = clocks.filter((clock) => clock !== from && clock !== until);
  return {
    from: from?.at ?? (isWithinPart || isEvening(until) ? partFrom : undefined),
    until: until?.at ?? (isWithinPart ? partUntil : undefined),
    unplaced: [
      ...over.map((clock) => text.slice(clock.index, clock.end).trim()),
      ...(text.match(UNWANTED) ?? []),
      ...(VAGUE.exec(text) ?? []).slice(0, 1),
    ],
  };
}
