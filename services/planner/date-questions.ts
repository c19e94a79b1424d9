/**
 * Dates that cannot be meant as they stand are asked back by rule, before any model is asked (DESIGN.md section 6,
 * Time). A date that the user gave in answer to an earlier question settles it.
 */
import type { DateMention } from '../../shared/dates/date-mention.ts';

const TEXTS = {
  en: {
    past: (text: string) => `${text} is past. Which date do you mean?`,
    ambiguous: (text: string) =>
      `${text} can be read in two ways. Which date do you mean (YYYY-MM-DD)?`,
    invalid: (text: string) => `There is no day ${text}. Which date do you mean?`,
  },
  zh: {
    past: (text: string) => `${text}已经过去了，您指的是哪一天？`,
    ambiguous: (text: string) => `${text}有两种读法，请按 YYYY-MM-DD 写明是哪一天。`,
    invalid: (text: string) => `没有${text}这一天，您指的是哪一天？`,
  },
} as const;

/**
 * @param inGoal the dates that the goal mentions
 * @param inAnswers those of the user's answers so far
 * @returns one question a date; none once an answer has named a date that can be meant
 */
export function dateQuestions(
  inGoal: readonly DateMention[],
  inAnswers: readonly DateMention[],
  language: 'zh' | 'en',
): string[] {
  if (inAnswers.some(({ status }) => status === 'ok')) return [];
  const doubtful = [...inGoal, ...inAnswers].flatMap(({ text, status }) =>
    status === 'ok' ? [] : [TEXTS[language][status](text)],
  );
  return [...new Set(doubtful)];
}
