/** What the offline model says when it does not know: why, and how to set one that may. */
import { type RuleAnswer, say } from './rule-setting.ts';

const CURES = {
  zh: '离线模型只懂：差旅预订、天气与穿衣、周报邮件，以及点名某个工具的任务。其他任务请设置 OPENAI_API_KEY（或 OPENAI_BASE_URL）与 LOOPWRIGHT_MODEL。',
  en: 'The offline model knows travel bookings, weather with clothing advice, the weekly report, and goals that name a tool. For anything else set OPENAI_API_KEY (or OPENAI_BASE_URL) and LOOPWRIGHT_MODEL.',
} as const;

export const unknown = (language: string): RuleAnswer => ({
  refused: say(language, '离线模型不懂这个任务。', 'The offline model does not know this task.'),
  cure: say(language, CURES.zh, CURES.en),
});

/** It is known, and cannot be had. */
export const infeasible = (language: string, zh: string, en: string): RuleAnswer => ({
  // What failed may have brought a full stop of its own.
  refused: say(language, zh, en).replace(/[。.]{2,}$/u, say(language, '。', '.')),
  cure: say(
    language,
    '放宽条件（日期、城市或价格）后重新提交。',
    'Loosen the request (date, city or price) and submit it again.',
  ),
});

/** It is known, but no executor offers what it takes. */
export const toolMissing = (language: string, names: readonly string[]): RuleAnswer => ({
  refused: say(
    language,
    `缺少工具：${names.join('、')}。`,
    `There is no tool ${names.join(', ')}.`,
  ),
  cure: say(
    language,
    '启动提供这些工具的执行器（loopwright tools 列出已有的）。',
    'Start an executor that serves them (loopwright tools lists those that are there).',
  ),
});

/** The document was odd in a way that the rules do not know: what they made of it is no reply. */
export const unfit = (): RuleAnswer => ({
  refused: 'The offline model has no fitting reply to this question.',
  cure: CURES.en,
});
