/** What goes for every answer: the form that was asked for, and leaving out what was found to be ungrounded. */
import type { AnswerQuestion } from './answer-question.ts';
import { fitted } from './fit-data.ts';
import { infeasible } from './refuse.ts';
import type { RuleAnswer } from './rule-setting.ts';

const UNGROUNDED = /(?:^|; )([^;]+?) occurs in no accepted result/gu;
const SENTENCE_END = /(?<=[。；;\n])|(?<=\.\s)/u;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const names = (sentence: string, fact: string): boolean =>
  new RegExp(`(?<![A-Za-z0-9])${escaped(fact)}(?![A-Za-z0-9])`, 'u').test(sentence);

const withoutFacts = (text: string, facts: readonly string[]): string =>
  text
    .split(SENTENCE_END)
    .filter((sentence) => !facts.some((fact) => names(sentence, fact)))
    .join('')
    .trim();

/** @param answer one that the rules of a domain wrote */
export function corrected(
  answer: RuleAnswer,
  { spec: { language }, feedback, answerSchema }: AnswerQuestion,
): RuleAnswer {
  if (typeof answer.text !== 'string') return answer;
  const last = feedback.at(-1)?.message ?? '';
  const isStuck = feedback.filter(({ code }) => code === 'NOT_COVERED').length > 1;
  const facts = feedback.flatMap(({ message }) =>
    [...message.matchAll(UNGROUNDED)].map(([, fact = '']) => fact),
  );
  const text = withoutFacts(answer.text, facts);
  if (isStuck || text === '') {
    return infeasible(
      language,
      `答案仍不合要求：${last}。`,
      `The answer is still not as asked: ${last}.`,
    );
  }
  const { data } = answer;
  return {
    ...answer,
    text,
    data: answerSchema === undefined ? data : fitted(data, text, answerSchema),
  };
}
