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
  refused: say(language, zh, en),
  cure: say(
    language,
    '放宽条件（日期、城市或价格）后重新提交。',
    'Loosen the request (date, city or price) and submit it again.',
  ),
});
