/** Words around a mention that make it the beginning of a period: 自…以来, 从…起, "since". */
import type { Found } from './find-readings.ts';

/** `since` points backwards; `start` names a beginning, ahead or behind. */
export type Since = {
  readonly index: number;
  readonly end: number;
  readonly sense: 'since' | 'start';
};

const WINDOW = 16;
const SINCE_BEFORE = /\bsince (?:the )?$/i;
const SINCE_AFTER = /^ ?(?:以来|至今(?![天日晚早])|到现在|(?:until|till|to) now\b)/i;
/** In "since Friday is a holiday" it means "because". */
const CLAUSE_AFTER = /^ (?:is|was|will|has|are)\b/i;
const START_BEFORE = /(?:(?<![来各亲独私擅])自从?|从|由) ?$/;
const START_AFTER = /^ ?(?:开始|起(?![飞床程降诉草步义来点码源航身立]))/;
const ONWARDS_AFTER = /^ (?:onwards?|and later)(?![\w-])/i;
const FROM_BEFORE = /\bfrom (?:the )?$/i;
const ON_AFTER = /^ on(?= ?(?:[.,;!?)]|$))/i;
/** 自 needs no word after it, unless a range goes on: 自12月1日至12月5日. */
const ALONE_BEFORE = /(?<![来各亲独私擅])自从? ?$/;
const RANGE_AFTER = /^ ?(?:到|至|直到|[-–—~])/;

/** The length of the match, 0 for none. */
const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0;

function startLength({ reading }: Found, before: string, after: string): number | null {
  const begins = lengthOf(START_AFTER, after);
  // 会议周五开始 says when it begins, 从周五开始 from when on.
  const isDateFrom = reading.kind === 'date' && !after.trimStart().startsWith('开始');
  if (begins > 0) return START_BEFORE.test(before) || isDateFrom ? begins : null;
  const on = FROM_BEFORE.test(before) ? lengthOf(ON_AFTER, after) : 0;
  const onwards = on || lengthOf(ONWARDS_AFTER, after);
  if (onwards > 0 && reading.kind === 'date') return onwards;
  return ALONE_BEFORE.test(before) && !RANGE_AFTER.test(after) ? 0 : null;
}

/**
 * @param text in plain width
 * @returns where the mention and these words stand, null where there are none
 */
export function sinceAround(found: Found, text: string): Since | null {
  const { index, end } = found;
  const before = text.slice(Math.max(0, index - WINDOW), index);
  const after = text.slice(end, end + WINDOW);
  const since = lengthOf(SINCE_BEFORE, before);
  const lead = since || lengthOf(START_BEFORE, before);
  const trail = lengthOf(SINCE_AFTER, after);
  const isSince = trail > 0 || (since > 0 && !CLAUSE_AFTER.test(after));
  if (isSince) return { index: index - lead, end: end + trail, sense: 'since' };
  const start = since > 0 ? null : startLength(found, before, after);
  return start === null ? null : { index: index - lead, end: end + start, sense: 'start' };
}
