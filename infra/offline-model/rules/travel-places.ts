/** Cities of a journey: known names first, then what stands where a city stands. */
import type { KnownCity } from './rule-setting.ts';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A place in Chinese, or a capitalised name of one to three words. */
const STRANGER = "(?:[\\p{Script=Han}]{2,5}?|[A-Z][\\w'’.-]*(?: [A-Z][\\w'’.-]*){0,2})";
const ENDS = '(?=的|机票|航班|飞机|酒店|最|当|，|,|。|；|;|、|\\.|\\s|$)';
const GOES = '\\s*(?:出发)?\\s*[，,]?\\s*(?:到|至|飞往|飞到|飞去|飞|前往|去|往|→|->|—+|-)\\s*';
const VERBS =
  /请|帮我|帮忙|我想要|我想|我要|我们|预订|预定|订一张|订张|订|购买|买|查询|查一下|查|看看|一下|一张|一晚|最便宜的?|需要|安排|从|由|自|在|的/gu;

export type Places = {
  readonly dep: string | undefined;
  readonly arr: string | undefined;
  readonly hotel: string | undefined;
};

/** How a city is spelt in a pattern: known names in any case, unknown ones with a capital or in Chinese. */
type Spelling = { readonly city: string; readonly flags: 'u' | 'iu' };

const CAPITALISED: Spelling = { city: "[A-Z][a-z][\\w'’-]*(?: [A-Z][\\w'’-]*){0,2}", flags: 'u' };

const knownOf = (cities: readonly KnownCity[]): Spelling => {
  const names = cities.flatMap(({ name, aliases }) => [name, ...aliases]);
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  return {
    city: `(?:${longestFirst.map((name) => `${escaped(name)}市?`).join('|')})`,
    flags: 'iu',
  };
};

const first = (text: string, forms: readonly string[], flags: string): RegExpExecArray | null => {
  for (const form of forms) {
    const found = new RegExp(form, flags).exec(text);
    if (found !== null) return found;
  }
  return null;
};

type Route = readonly [dep: string | undefined, arr: string | undefined];

const routeIn = (text: string, { city, flags }: Spelling): Route | undefined => {
  const forms = [
    `(?:从|由|自)\\s*(${city})${GOES}(${city})`,
    `from\\s+(${city})\\s+to\\s+(${city})`,
    `(${city})${GOES}(${city})`,
    `(${city})\\s+to\\s+(${city})`,
  ];
  const found = first(text, forms, flags);
  if (found !== null) return [found[1], found[2]];
  const turned = first(text, [`to\\s+(${city})\\s+from\\s+(${city})`], flags);
  return turned === null ? undefined : [turned[2], turned[1]];
};

/** Verbs before a city would be taken for a part of its name. */
const withoutVerbs = (text: string): string =>
  text.replaceAll(VERBS, (verb) => (verb === '的' ? '的' : ' '));

const strangeRoute = (text: string): Route | undefined => {
  const form = `(?:^|[\\s，,。：:])(${STRANGER})${GOES}(${STRANGER})${ENDS}`;
  const found = first(withoutVerbs(text), [form], 'u');
  return found === null ? routeIn(text, CAPITALISED) : [found[1], found[2]];
};

const oneEnd = (text: string, { city, flags }: Spelling): Route => [
  first(text, [`(?:从|由|自|from)\\s*(${city})`, `(${city})\\s*出发`], flags)?.[1],
  first(text, [`(?:到|去|飞往|飞|前往|fly to|flights? to|to)\\s*(${city})`], flags)?.[1],
];

const hotelIn = (text: string, { city, flags }: Spelling): string | undefined =>
  first(
    text,
    [
      `(?:在|住)\\s*(${city})`,
      `(${city})\\s*(?:的|市区)?\\s*(?:酒店|宾馆|旅馆|住宿)`,
      `(?:hotels?|rooms?|stay|accommodation|nights?)[^.,;]{0,30}?\\s(?:in|at)\\s+(${city})`,
      `(${city})\\s+hotels?`,
    ],
    flags,
  )?.[1];

/** @param text without dates */
export function placesIn(text: string, cities: readonly KnownCity[]): Places {
  const known = knownOf(cities);
  const [dep, arr] = routeIn(text, known) ?? strangeRoute(text) ?? oneEnd(text, known);
  const hotel = hotelIn(text, known) ?? hotelIn(text, CAPITALISED) ?? arr;
  const alone =
    dep === undefined && arr === undefined ? first(text, [known.city], 'iu')?.[0] : undefined;
  return { dep, arr, hotel: hotel ?? alone };
}

/** Every city that a text names: known ones, else what stands before 的天气 or after "in". */
export function citiesIn(text: string, cities: readonly KnownCity[]): string[] {
  const { city, flags } = knownOf(cities);
  const named = [...new Set(text.match(new RegExp(city, `g${flags}`)) ?? [])];
  if (named.length > 0) return named;
  const chinese = /([\p{Script=Han}]{2,6}?)(?:市)?(?:的|今|明|后)?(?:天气|气温|预报)/u;
  const strange =
    chinese.exec(withoutVerbs(text))?.[1] ??
    first(text, [`\\b(?:in|for|at|of)\\s+(${CAPITALISED.city})`], 'u')?.[1];
  return strange === undefined ? [] : [strange];
}
