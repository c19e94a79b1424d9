/** A request as the rules read it: one text, with its dates taken out, and the dates beside it. */
import { z } from 'zod';
import { DateMention } from '../../../shared/dates/date-mention.ts';
import { languageOf } from '../../../shared/language-of.ts';
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
  /** Goal and answers as they stand. */
  readonly whole: string;
  /** The same without its dates, so that no number in them is taken for another. */
  readonly text: string;
  /** What was asked before, and said to it, without dates; it goes before what the goal says. */
  readonly asked: string;
  readonly said: string;
  /** Dates that can be meant; those of answers go before those of the goal. */
  readonly days: readonly DateMention[];
  readonly input: Readonly<Record<string, unknown>>;
  readonly tools: readonly { readonly name: string; readonly params: unknown }[];
  readonly now: string;
  readonly timeZone: string;
  /** Dates that cannot be meant, and that no answer replaced. */
  readonly doubtful: readonly DateMention[];
};

const withoutDates = (text: string, dates: readonly DateMention[]): string =>
  dates.reduce((rest, { text: date }) => rest.replace(date, ' '), text);

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
  const answered = inAnswers.filter(({ status }) => status === 'ok');
  const chosen = answered.length > 0 ? answered : dates;
  const saidPlainly = said.map((text) => withoutDates(text, inAnswers)).join('。');
  return {
    language: languageOf(goal),
    whole: [goal, ...said].join('。').normalize('NFKC'),
    text: [withoutDates(goal, inGoal), saidPlainly].join('。').normalize('NFKC'),
    said: saidPlainly.normalize('NFKC'),
    asked: answers.map(({ question }) => question).join('\n'),
    days: chosen.filter(({ status }) => status === 'ok'),
    doubtful: answered.length > 0 ? [] : dates.filter(({ status }) => status !== 'ok'),
    input,
    tools,
    now,
    timeZone,
  };
}
