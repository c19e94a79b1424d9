/** Amounts with a comparison: of which thing, at most or at least how much. */
const CHINESE = '[一二两三四五六七八九](?:[万千百十][零〇]?[一二两三四五六七八九]?)+';
const FIGURE = `(\\d{1,3}(?:,\\d{3})+|\\d+(?:\\.\\d+)?\\s*(?:[万千百]|k\\b)?|${CHINESE})`;
const UNIT = '(?:元|块钱?|人民币|rmb\\b|cny\\b|yuan\\b|¥)';
const NUMBER = `(?:(?:[¥￥]|\\bcny\\b|\\brmb\\b|人民币)\\s*)?${FIGURE}\\s*${UNIT}?`;
const AT_MOST =
  '(?:不超过|不高于|不(?:得|能|要|可以?|想)超过|别超过|最高|顶多|不多于|最多|至多|(?<!不)低于|(?<!不)少于|(?<!不)小于|不大于|控制在|上限|<=|≤|<|under|below|at most|no more than|not more than|less than|up to|(?:not|n.t) exceed(?:ing)?|no higher than|cap(?:ped)?(?: at| of)?|max(?:imum)?(?: of)?|within|cheaper than)';
const AT_LEAST =
  '(?:不低于|不少于|不小于|至少|最少|起码|最低|(?<!不)高于|(?<!不)大于|>=|≥|>|at least|no less than|above|over|more than)';
/** What may stand between the comparison and the number. */
const LINK = '\\s*(?:在|是|为|:|：)?\\s*(?:每晚|一晚|每间|per night)?\\s*';
const AFTER_MOST =
  '\\s*(?:以内|以下|之内|之下|内|封顶|or (?:less|below|under|lower)|max(?:imum)?|at most|tops)';
const AFTER_LEAST = '\\s*(?:以上|起|or more)';
const RANGE = `(between\\s+)?${NUMBER}\\s*(?:到|至|~|～|-|–|to|and)\\s*${NUMBER}`;
const BUDGET = '(?:预算|budget)(?:是|为|of|is|:|：|\\s)*';

const DIGITS = '零一二三四五六七八九';
const UNITS: Readonly<Record<string, number>> = { 万: 10_000, 千: 1_000, 百: 100, 十: 10 };

const amountOf = (text: string): number => {
  const [, digits = '', unit] = /^([\d.]+)\s*([万千百k])$/iu.exec(text) ?? [];
  if (unit !== undefined) return Math.round(Number(digits) * (UNITS[unit] ?? 1_000));
  const plain = Number(text.replaceAll(',', ''));
  if (Number.isFinite(plain)) return plain;
  let sum = 0;
  let last = 1_0;
  let held = 0;
  for (const character of text.replaceAll('两', '二')) {
    const unit = UNITS[character];
    if (character === '零' || character === '〇') last = 10;
    else if (unit === undefined) held = DIGITS.indexOf(character);
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

/** 机票和酒店: what follows may be of both. */
const COUPLED =
  /(?:机票|航班|飞机票|flights?|tickets?)\s*(?:和|及|与|、|加|\+|and|&|plus)\s*(?:an?\s+|当[晚天]的?|住)?$/iu;

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
  if (best[1] < 0 || COUPLED.test(before.slice(0, best[1]))) return 'open';
  return best[0];
};

const CURRENCY = new RegExp(
  `(?:[¥￥]|\\bcny\\b|\\brmb\\b|人民币)\\s*\\d|[\\d百千万十一二三四五六七八九]\\s*${UNIT}`,
  'iu',
);

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

/** Two bare figures are money when they are of each night. */
const PER_NIGHT = /^\s*(?:的|一晚|每晚|(?:a|per|each) night)/iu;

/** Hours, people and nights are no money. */
const isOther = (after: string): boolean =>
  /^\s*(?:点|:|时|人|晚(?!的)|间|小时|分钟|天|张|位|岁|星|米|公里|号|[a-z]*\d|am\b|pm\b|o'clock|nights?\b(?!.{0,3}rate)|hours?\b|minutes?\b|people\b|persons?\b|days?\b|stars?\b|km\b|%)/iu.test(
    after,
  );

type Found = { readonly amounts: Amount[]; readonly rest: string };

const rangesIn = (text: string): Found => {
  const amounts: Amount[] = [];
  const rest = text.replace(
    new RegExp(RANGE, 'giu'),
    (whole: string, ...matched: [string | undefined, string, string, number]) => {
      const [between, low, high, at] = matched;
      const after = text.slice(at + whole.length);
      const isMoney = between !== undefined || CURRENCY.test(whole) || PER_NIGHT.test(after);
      const isJoined = between !== undefined || !/\band\b/iu.test(whole);
      if (!isMoney || !isJoined || isOther(after)) return whole;
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

/** A price, or a figure that is said to be about so much. */
const LOOSE: readonly RegExp[] = [
  new RegExp(`[¥￥]\\s*${FIGURE}`, 'iu'),
  new RegExp(`${FIGURE}\\s*${UNIT}`, 'iu'),
  new RegExp(`(?:\\bcny|\\brmb)\\s*${FIGURE}`, 'iu'),
  /([一二三四五六七八][二三四五六七八九][百千])/u,
  new RegExp(`(?<![\\dA-Za-z])(\\d{3,5}|${CHINESE})\\s*(?:的|多|出头|价位)`, 'u'),
  new RegExp(
    `(?:大约|大概|约|\\baround|\\babout|\\bapproximately|\\broughly)\\s*${NUMBER}(?![\\d:a-z])`,
    'iu',
  ),
  new RegExp(`${FIGURE}\\s*(?:左右|上下)`, 'iu'),
];

const unplacedIn = (text: string): string | undefined => {
  for (const form of LOOSE) {
    const found = form.exec(text);
    if (found !== null && !isOther(text.slice(found.index + found[0].length)))
      return found[0].trim();
  }
  return undefined;
};

/** What an answer without a figure is about. */
export const targetIn = (text: string): Exclude<Target, 'open'> | undefined =>
  NOUNS.find(([, noun]) => text.search(noun) >= 0)?.[0] as Exclude<Target, 'open'> | undefined;

/** @param price as `unplaced` has it */
export const figureIn = (price = ''): number =>
  amountOf((new RegExp(FIGURE, 'iu').exec(price)?.[1] ?? '').trim());

export type Money = {
  readonly amounts: readonly Amount[];
  /** A price that bounds nothing, as it stands. */
  readonly unplaced: string | undefined;
};

/** @param text without dates */
export function moneyIn(text: string): Money {
  const ranges = rangesIn(text);
  const bounds = boundsOf(ranges.rest);
  return {
    amounts: [...ranges.amounts, ...bounds.amounts],
    unplaced: unplacedIn(bounds.rest),
  };
}
