/** Amounts with a comparison: of which thing, at most or at least how much. */
const NUMBER =
  '(?:[¥￥$]\\s*)?(\\d{1,3}(?:,\\d{3})+|\\d+(?:\\.\\d+)?|[一二两三四五六七八九]千(?:[一二三四五六七八九]百?)?|[一二两三四五六七八九]百(?:[一二三四五六七八九]十?)?|[一二两三四五六七八九]万)\\s*(?:元|块钱?|人民币|rmb|cny|yuan|¥)?';
const AT_MOST =
  '(?:不超过|不高于|不要超过|别超过|最多|至多|(?<!不)低于|(?<!不)少于|(?<!不)小于|不大于|控制在|上限|<=|≤|<|under|below|at most|no more than|not more than|less than|up to|max(?:imum)?(?: of)?|within|cheaper than)';
const AT_LEAST =
  '(?:不低于|不少于|不小于|至少|最少|(?<!不)高于|(?<!不)大于|>=|≥|>|at least|no less than|above|over|more than)';
/** What may stand between the comparison and the number. */
const LINK = '\\s*(?:在|是|为|:|：)?\\s*(?:每晚|一晚|每间|per night)?\\s*';
const AFTER_MOST = '\\s*(?:以内|以下|之内|内|封顶|or less|max|at most)';
const AFTER_LEAST = '\\s*(?:以上|起|or more)';
const RANGE = `${NUMBER}\\s*(?:到|至|~|～|-|–|to)\\s*${NUMBER}`;
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

const CURRENCY = /(?:[¥￥$]\s*\d|\d\s*(?:元|块|人民币|rmb|cny|yuan))/iu;

const FORMS: readonly (readonly [RegExp, Amount['bound']])[] = [
  [new RegExp(`${AT_MOST}${LINK}${NUMBER}`, 'giu'), 'max'],
  [new RegExp(`${NUMBER}${AFTER_MOST}`, 'giu'), 'max'],
  [new RegExp(`${AT_LEAST}${LINK}${NUMBER}`, 'giu'), 'min'],
  [new RegExp(`${NUMBER}${AFTER_LEAST}`, 'giu'), 'min'],
  [new RegExp(`${BUDGET}${NUMBER}`, 'giu'), 'budget'],
];

/** A clause that a comparison belongs to begins after the last stop. */
const clauseBefore = (text: string, index: number): string =>
  text
    .slice(0, index)
    .split(/[。；;!！\n]/u)
    .at(-1) ?? '';

/** Of a budget only what stands right before it counts: 酒店预算, "hotel budget". */
const budgetOf = (before: string): Target =>
  NOUNS.find(([, noun]) => new RegExp(`(?:${noun.source})\\s*的?$`, 'iu').test(before))?.[0] ??
  'open';

/** Hours, people and nights are no money. */
const isOther = (after: string): boolean =>
  /^\s*(?:点|:|时|人|晚(?!的)|间|am\b|pm\b|o'clock)/iu.test(after);

type Found = { readonly amounts: Amount[]; readonly rest: string };

const rangesIn = (text: string): Found => {
  const amounts: Amount[] = [];
  const rest = text.replace(
    new RegExp(RANGE, 'giu'),
    (whole: string, low: string, high: string, at: number) => {
      const after = text.slice(at + whole.length);
      if (!CURRENCY.test(whole) || isOther(after)) return whole;
      const target = nearest(clauseBefore(text, at), after);
      amounts.push({ target, bound: 'min', value: amountOf(low) });
      amounts.push({ target, bound: 'max', value: amountOf(high) });
      return ' '.repeat(whole.length);
    },
  );
  return { amounts, rest };
};

const boundsOf = (text: string): Found => {
  let rest = text;
  const amounts = FORMS.flatMap(([form, bound]) =>
    [...text.matchAll(form)].flatMap((match): Amount[] => {
      const [whole, digits = ''] = match;
      const at = match.index;
      const end = at + whole.length;
      const isTaken = rest.slice(at, end).trim() !== whole.trim();
      if (isTaken || isOther(text.slice(end))) return [];
      rest = `${rest.slice(0, at)}${' '.repeat(whole.length)}${rest.slice(end)}`;
      const before = clauseBefore(text, at);
      const target =
        bound === 'budget' ? budgetOf(before) : nearest(`${before}${whole}`, text.slice(end));
      return [{ target, bound, value: amountOf(digits) }];
    }),
  );
  return { amounts, rest };
};

export type Money = {
  readonly amounts: readonly Amount[];
  /** A price that bounds nothing, as it stands. */
  readonly unplaced: string | undefined;
};

/** @param text without dates */
export function moneyIn(text: string): Money {
  const ranges = rangesIn(text);
  const bounds = boundsOf(ranges.rest);
  const left = /(?:[¥￥$]\s*\d[\d,.]*|\d[\d,.]*\s*(?:元|块|人民币|rmb|cny|yuan))/iu;
  return {
    amounts: [...ranges.amounts, ...bounds.amounts],
    unplaced: left.exec(bounds.rest)?.[0],
  };
}
