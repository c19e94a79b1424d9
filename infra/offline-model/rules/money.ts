/** Amounts with a comparison: of which thing, at most or at least how much. */
const NUMBER =
  '(?:[¥￥$]\\s*)?(\\d[\\d,]*(?:\\.\\d+)?|[一二两三四五六七八九]千(?:[一二三四五六七八九]百?)?|[一二两三四五六七八九]百(?:[一二三四五六七八九]十?)?|[一二两三四五六七八九]万)\\s*(?:元|块钱?|人民币|rmb|cny|yuan|¥)?';
const AT_MOST =
  '(?:不超过|不高于|不要超过|别超过|最多|至多|低于|少于|小于|控制在|上限|<=|≤|<|under|below|at most|no more than|not more than|less than|up to|max(?:imum)?(?: of)?|within|cheaper than)';
const AT_LEAST =
  '(?:不低于|不少于|至少|最少|高于|大于|>=|≥|>|at least|no less than|above|over|more than)';
const AFTER_MOST = '\\s*(?:以内|以下|之内|内|封顶|or less|max|at most)';
const AFTER_LEAST = '\\s*(?:以上|起|or more)';
const BUDGET = '(?:预算|budget)(?:是|为|of|is|:|：|\\s)*';

const DIGITS = '零一二三四五六七八九';
const UNITS: Readonly<Record<string, number>> = { 万: 10_000, 千: 1_000, 百: 100, 十: 10 };

const amountOf = (text: string): number => {
  const plain = Number(text.replaceAll(',', ''));
  if (Number.isFinite(plain)) return plain;
  let sum = 0;
  let last = 1_0;
  let held = 0;
  for (const character of text.replaceAll('两', '二')) {
    const unit = UNITS[character];
    if (unit === undefined) held = DIGITS.indexOf(character);
    else {
      sum += held * unit;
      last = unit;
      held = 0;
    }
  }
  // 一千二 is 1200: a last digit counts tenths of the unit before it.
  return sum + held * (last / 10);
};

export type Target = 'hotel' | 'flight' | 'total' | 'open';

export type Amount = {
  readonly target: Target;
  readonly bound: 'max' | 'min' | 'budget';
  readonly value: number;
};

const NOUNS: readonly (readonly [Target, RegExp])[] = [
  ['total', /总|一共|合计|全部|in total|altogether|total|overall|in all/giu],
  ['hotel', /酒店|宾馆|旅馆|住宿|房|每晚|一晚|晚|hotel|room|night|accommodation/giu],
  ['flight', /机票|航班|票价|flight|ticket|fare|airfare/giu],
];

const nearest = (before: string, after: string): Target => {
  const next = NOUNS.find(([, noun]) =>
    new RegExp(
      `^\\s*(?:的|元|块|yuan)*\\s*(?:一?间|per|a|an|for the|for a|每)?\\s*(?:${noun.source})`,
      'iu',
    ).test(after),
  );
  if (next !== undefined) return next[0];
  const ends = NOUNS.map(([target, noun]) => {
    const last = [...before.matchAll(noun)].at(-1);
    return [target, last === undefined ? -1 : last.index] as const;
  });
  const best = ends.reduce((a, b) => (b[1] > a[1] ? b : a));
  return best[1] < 0 ? 'open' : best[0];
};

const FORMS: readonly (readonly [RegExp, Amount['bound']])[] = [
  [new RegExp(`${AT_MOST}\\s*(?:在|是)?\\s*${NUMBER}`, 'giu'), 'max'],
  [new RegExp(`${NUMBER}${AFTER_MOST}`, 'giu'), 'max'],
  [new RegExp(`${AT_LEAST}\\s*${NUMBER}`, 'giu'), 'min'],
  [new RegExp(`${NUMBER}${AFTER_LEAST}`, 'giu'), 'min'],
  [new RegExp(`${BUDGET}${NUMBER}`, 'giu'), 'budget'],
];

/** A clause that a comparison belongs to begins after the last stop. */
const clauseBefore = (text: string, index: number): string =>
  text
    .slice(0, index)
    .split(/[。；;!！\n]/u)
    .at(-1) ?? '';

/** @param text without dates */
export function amountsIn(text: string): Amount[] {
  const taken = new Set<number>();
  return FORMS.flatMap(([form, bound]) =>
    [...text.matchAll(form)].flatMap((match) => {
      const [whole, digits = ''] = match;
      const at = match.index + whole.indexOf(digits);
      const after = text.slice(match.index + whole.length);
      // Hours, people and nights are no money.
      if (taken.has(at) || /^\s*(?:点|:|时|人|晚(?!的)|间|am\b|pm\b|o'clock)/iu.test(after))
        return [];
      taken.add(at);
      const target = nearest(clauseBefore(text, match.index), after);
      return [{ target, bound, value: amountOf(digits) }];
    }),
  );
}
