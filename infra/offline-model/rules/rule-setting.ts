/** What the rules of the offline model are given beside the question: the world's cities, and what goes wrong. */
import type { FaultName } from '../../faults/fault-names.ts';

export type KnownCity = { readonly name: string; readonly aliases: readonly string[] };

export type RuleSetting = {
  readonly fault: FaultName | undefined;
  readonly cities: readonly KnownCity[];
};

export type Language = 'zh' | 'en';

/** The rule's answer, as JSON. */
export type RuleAnswer = Record<string, unknown>;

/** The wording in the language of the goal. */
export const say = (language: string, zh: string, en: string): string =>
  language === 'zh' ? zh : en;

/** A question where something is open, as a list to be joined with others. */
export const askIf = (isOpen: boolean, question: string): string[] => (isOpen ? [question] : []);
