/** A request as the rules read it: one text, with its dates taken out, and the dates beside it. */
import { z } from 'zod';
import { DateMention } from '../../../shared/dates/date-mention.ts';
import { looksBack } from '../../../shared/dates/looks-back.ts';
import { languageOf } from '../../../shared/language-of.ts';
import { withAmounts } from './amount-words.ts';
import type { Language } from './rule-setting.ts';

const Document = z.object({
  goal: z.string(),
  input: z.record(z.string(), z.unknown()).default({}),
  answers: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
  tools: z.array(z.object({ name: z.string(), params: z.unknown() }).loose()).default([]),
  now: z.string(),
  timeZone: z.string(),
  dates: z.array(DateMention).default([]),
});

export type Request = {
  readonly language: Language;
  /** The goal for a person, with what was answered. */
  readonly goal: string;
  /** Goal and answers as they stand. */
  readonly whole: string;
  /** The same without its dates, so that no number in them is taken for another. */
  readonly text: string;
  /** What was asked before, and said to it, without dates; it goes before what the goal says. */
  readonly asked: string;
  readonly said: string;
  /** The text that `days` stand in. */
  readonly dated: string;
  /** Dates that can be meant; those of answers go before those of the goal. */
  readonly days: readonly DateMention[];
  readonly input: Readonly<Record<string, unknown>>;
  readonly tools: readonly { readonly name: string; readonly params: unknown }[];
  readonly now: string;
  readonly timeZone: string;
  /** Dates that cannot be meant, and that no answer replaced. */
  readonly doubtful: readonly DateMention[];
};

/** Full-width forms and amounts in words, as the patterns expect them. */
/** Long gaps say nothing, and patterns with gaps in them would try every part of one. */
const withoutGaps = (text: string): string =>
  text.replaceAll(/[^\S\n]{3,}/gu, '  ').replaceAll(/\n{3,}/gu, '\n\n');

const plain = (text: string): string => withoutGaps(withAmounts(text.normalize('NFKC')));
/** A form may be filled in with either: 乘客=张三 is 乘客:张三. Tools read the text with its signs. */
const withColons = (text: string): string =>
  text.replaceAll(/(?<=\p{L})\s*=\s*(?=[\p{L}\d])/gu, ':');

/** Where a date was; it cannot occur in a text that a person wrote. */
const GAP = '\u{E000}';
/** What joins two dates would be taken for what joins two cities. */
const JOINED =
  /(?:从|自|由|\bfrom\s+)?\s*\u{E000}\s*(?:到|至|[-–—~～]|\bto\b|\buntil\b|\btill\b|\bthrough\b)\s*\u{E000}/giu;

const withoutDates = (text: string, dates: readonly DateMention[]): string =>
  dates
    .reduce((rest, { text: date }) => rest.replace(date, GAP), text.replaceAll(GAP, ' '))
    .replaceAll(JOINED, ' ')
    .replaceAll(GAP, ' ');

const GOAL_CHARACTERS_MAX = 4_000;
/** What `travel-missing.ts` asks when only the end of a stay is wanted: the other dates stay as they are. */
const ASKS_END = /住到哪天|Until when\?/u;

/** Offsets are of the text that a date stands in, so that is found by what it says there. */
const isAt = (text: string, { text: date, index }: DateMention): boolean =>
  text.slice(index, index + date.length) === date;

/** @returns null for a document of another form */
export function readRequest(document: unknown): Request | null {
  const parsed = Document.safeParse(document);
  if (!parsed.success) return null;
  const { goal, answers, dates, input, tools, now, timeZone } = parsed.data;
  const said = answers.map(({ answer }) => answer);
  const inGoal = dates.filter((date) => isAt(goal, date));
  const inAnswers = dates.filter((date) => !isAt(goal, date));
  const isMeant = ({ status }: DateMention): boolean =>
    status === 'ok' || (status === 'past' && looksBack(goal));
  const answered = inAnswers.filter(isMeant);
  const asked = answers.map(({ question }) => question).join('\n');
  const replaces = answered.length > 0 && !ASKS_END.test(asked);
  const chosen = replaces ? answered : dates;
  const language = languageOf(goal);
  const whole = plain([goal, ...said].join('。'));
  const dated = withColons(replaces ? plain(said.join('。')) : whole);
  const saidPlainly = said.map((text) => withoutDates(text, inAnswers)).join('。');
  return {
    language,
    goal: [goal, ...said]
      .map((text) => text.trim())
      .join(language === 'zh' ? '；' : '; ')
      .slice(0, GOAL_CHARACTERS_MAX),
    whole,
    dated: ASKS_END.test(asked) && answered.length > 0 ? `${dated}退房` : dated,
    text: withColons(plain([withoutDates(goal, inGoal), saidPlainly].join('。'))),
    said: withColons(plain(saidPlainly)),
    asked,
    days: chosen
      .filter(isMeant)
      .map((date) => ({ ...date, text: withoutGaps(date.text.normalize('NFKC')) })),
    doubtful: answered.length > 0 ? [] : dates.filter((date) => !isMeant(date)),
    input,
    tools,
    now,
    timeZone,
  };
}
