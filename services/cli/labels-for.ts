/** The words in the language of a task's goal. */
import { languageOf } from '../../shared/language-of.ts';
import type { Labels } from './labels.ts';
import { CHINESE } from './labels-chinese.ts';
import { ENGLISH } from './labels-english.ts';

const LABELS: Readonly<Record<'zh' | 'en', Labels>> = { zh: CHINESE, en: ENGLISH };

/** Han characters in the goal ask for Chinese. */
export const labelsFor = (goal: string): Labels => LABELS[languageOf(goal)];
