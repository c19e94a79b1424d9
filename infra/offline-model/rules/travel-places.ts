/** Cities of a journey: known names first, then what stands where a city stands. */
import type { KnownCity } from './rule-setting.ts';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A place in Chinese, or a capitalised name of one to three words. */
const STRANGER = "(?:[\\p{Script=Han}]{2,5}?|[A-Z][\\w'’.-]*(?: [A-Z][\\w'’.-]*){0,2})";
const ENDS = '(?=的|机票|航班|飞机|酒店|最|当|，|,|。|；|;|、|\\.|\\s|$)';
const GOES = '市?\\s*(?:出发)?\\s*[，,]?\\s*(?:到|至|飞往|飞到|飞去|飞|前往|去|往|→|->|—+|-)\\s*';
const VERBS =
  /请|帮我|帮忙|我想要|我想|我要|我们|预订|预定|订一张|订张|订|购买|买|查询|查一下|查|看看|一下|一张|一晚|最便宜的?|需要|安排|[上下中]午|早上|晚上|傍晚|凌晨|\d{1,2}(?:[:：]\d{2}|点半?)(?:[以之]?[后前])?|从|由|自|在|的/gu;

export type Places = {
  readonly dep: string | undefined;
  readonly arr: string | undefined;
  readonly hotel: string | undefined;
  /** How many different flights between known cities are named. */
  readonly legs: number;
};

/** For whom it is stands where a city could stand. */
const FOR_SOMEBODY = /(?:帮|给|为|替)[\p{Script=Han}]{2,4}(?=\s*(?:订|预|买|安排|[（(，,]))/gu;
/** Words that stand before 飞, 去 or 天气 and are no place. */
const NO_PLACE =
  /出差|旅游|机票|酒店|航班|当天|乘客|告诉|知道|问一下|顺便|那边|这里|当地|怎么|什么/u;

/** How a city is spelt in a pattern: known names in any case, unknown ones with a capital or in Chinese. */
type Spelling = { readonly city: string; readonly flags: 'u' | 'iu' };

const CAPITALISED: Spelling = { city: "[A-Z][a-z][\\w'’-]*(?: [A-Z][\\w'’-]*){0,2}", flags: 'u' };

const knownOf = (cities: readonly KnownCity[]): Spelling => {
  const names = cities.flatMap(({ name, aliases }) => [name, ...aliases]);
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  return {
    // The ending is no part of the name that the provider knows.
    city: `(?:${longestFirst.map(escaped).join('|')})`,
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

/** A form that is filled in: 出发地：北京, "departure: Beijing". */
const LEAVES =
  '(?:出发(?:地|城市|点)?|始发(?:地|城市)?|起点|\\bdepart(?:ure|ing)?(?: city| from)?|\\borigin|\\bfrom(?=\\s*[:：]))\\s*(?:是|为|:|：|is)?\\s*';
const GOES_TO =
  '(?:目的地|到达(?:地|城市)?|抵达(?:地|城市)?|终点|\\bdestination|\\barrival(?: city)?|\\barriv(?:e|ing) (?:in|at)|\\bto(?=\\s*[:：]))\\s*(?:是|为|:|：|is)?\\s*';
const AIRPORT =
  /(?:首都|大兴|虹桥|浦东|白云|双流|天府|成田|羽田)(?:国际)?(?:机场)?|(?:国际)?机场(?=\s*(?:到|至|飞|去))/gu;

type Route = readonly [dep: string | undefined, arr: string | undefined];

const routeIn = (text: string, { city, flags }: Spelling): Route | undefined => {
  const forms = [
    `(?:从|由|自)\\s*(${city})${GOES}(${city})`,
    `from\\s+(${city})\\s+to\\s+(${city})`,
    `(${city})${GOES}(${city})`,
    `(${city})\\s+to\\s+(${city})`,
    `${LEAVES}(${city})[^]{0,40}${GOES_TO}(${city})`,
    // Two known names side by side are a route; two capitalised words are anything.
    ...(flags === 'iu' ? [`(${city})\\s*(${city})`] : []),
  ];
  const found = first(text, forms, flags);
  if (found !== null) return [found[1], found[2]];
  const turned = first(
    text,
    [`to\\s+(${city})\\s+from\\s+(${city})`, `${GOES_TO}(${city})[^]{0,40}${LEAVES}(${city})`],
    flags,
  );
  return turned === null ? undefined : [turned[2], turned[1]];
};

const LABELS = new RegExp(`${LEAVES}|${GOES_TO}`, 'giu');

/** Verbs before a city would be taken for a part of its name. */
const withoutVerbs = (text: string): string =>
  text
    .replaceAll(LABELS, ' ')
    .replaceAll(FOR_SOMEBODY, ' ')
    .replaceAll(VERBS, (verb) => (verb === '的' ? '的' : ' '))
    .replaceAll(/\s{2,}/gu, ' ');

const strangeRoute = (text: string): Route | undefined => {
  const form = `(?:^|[\\s，,。：:])(${STRANGER})${GOES}(${STRANGER})${ENDS}`;
  const found = first(withoutVerbs(text), [form], 'u');
  const isPlace = found !== null && !NO_PLACE.test(`${found[1]} ${found[2]}`);
  return isPlace ? [found[1], found[2]] : routeIn(text, CAPITALISED);
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

/** A hotel that is said to be in another city than the flight goes to. */
const strangeHotel = (text: string): string | undefined => {
  const forms = [
    /(?:酒店|宾馆|旅馆|住宿)(?:要|订)?(?:在|是)\s*([\p{Script=Han}]{2,5}?)(?:市|的)?(?=[，,。；;]|$)/u,
    /(?<!存)在\s*([\p{Script=Han}]{2,4}?)(?:市)?\s*(?:住|订|的?(?:酒店|宾馆|旅馆))/u,
    /(?:^|[\s，,。；;再和订])([\p{Script=Han}]{2,4})(?:市)?的(?:酒店|宾馆|旅馆)/u,
  ];
  const found = forms.map((form) => form.exec(text)?.[1]);
  return found.find((name) => name !== undefined && !NO_PLACE.test(name) && !NO_CITY.test(name));
};

/** What is said of hotels, and is not where they are. */
const NO_CITY =
  /便宜|好|当[晚天地]|附近|同|一[家间晚]|以[内下上]|[元块晚价]|预算|[一二两三四五六七八九十百千\d]|合适|经济|豪华|舒适|干净|订|住|那|哪|有|[我你他她]|旁|边|相同|市[区中]/u;

/** One end of a journey at a time, of a city that is not known. */
const strangeEnd = (text: string): Route => {
  const leaving = /(?:从|由|自)\s*([\p{Script=Han}]{2,5}?)\s*出发/u.exec(text)?.[1];
  const going =
    /(?:到|去|飞往|前往)\s*([\p{Script=Han}]{2,5}?)\s*(?:出差|旅游|的?机票|的?航班|[，,。；;]|$)/u.exec(
      text,
    )?.[1];
  return [leaving, going === undefined || NO_PLACE.test(going) ? undefined : going];
};

/** Pairs of neighbours are sought from every place on, since A to B to C is two flights. */
const legsIn = (text: string, { city, flags }: Spelling): number => {
  const form = new RegExp(`(?=(${city})(?:${GOES}|\\s+to\\s+)(${city}))`, `g${flags}`);
  return new Set([...text.matchAll(form)].map(([, dep, arr]) => `${dep} ${arr}`)).size;
};

/** @param asked without dates */
export function placesIn(asked: string, cities: readonly KnownCity[]): Places {
  const text = asked.replaceAll(AIRPORT, '').replaceAll(/\s{2,}/gu, ' ');
  const known = knownOf(cities);
  const [from, to] = routeIn(text, known) ?? strangeRoute(text) ?? oneEnd(text, known);
  const [leaving, going] = strangeEnd(text);
  const [dep, arr] = [from ?? leaving, to ?? going];
  const hotel = hotelIn(text, known) ?? hotelIn(text, CAPITALISED) ?? strangeHotel(text) ?? arr;
  const alone =
    dep === undefined && arr === undefined ? first(text, [known.city], 'iu')?.[0] : undefined;
  return { dep, arr, hotel: hotel ?? alone, legs: legsIn(text, known) };
}

/** "in paris on friday": of a place in lower case only the words up to the next one that is none. */
const lowerCase = (text: string): string | undefined =>
  /\b(?:in|for|of)\s+((?:(?!the|my|a|an|this|next|on|and|what|today|tomorrow|it|me|weather|case|fact|general|advance|clothing|clothes|advice)\b[a-z]{3,}\s*){1,2}?)(?=\s*(?:[?.,!。？]|$|on\b|at\b|for\b|like\b|and\b|this\b|next\b))/u
    .exec(text)?.[1]
    ?.trim();

/** Every city that a text names: known ones, else what stands before 的天气 or after "in". */
export function citiesIn(text: string, cities: readonly KnownCity[]): string[] {
  const { city, flags } = knownOf(cities);
  const named = [...new Set(text.match(new RegExp(city, `g${flags}`)) ?? [])];
  if (named.length > 0) return named;
  const chinese = [
    /([\p{Script=Han}]{2,6}?)(?:市)?\s*(?:的|今|明|后)?\s*(?:天气|气温|预报)/u,
    /(?:去|到)\s*([\p{Script=Han}]{2,5}?)\s*(?:要|该|应该)?(?:穿|带|出差|旅游|[，,。])/u,
  ];
  const plain = withoutVerbs(text);
  const strange =
    lowerCase(text) ??
    chinese
      .map((form) => form.exec(plain)?.[1])
      .find((name) => name !== undefined && !NO_PLACE.test(name)) ??
    first(text, [`\\b(?:in|for|at|of)\\s+(${CAPITALISED.city})`], 'u')?.[1];
  return strange === undefined ? [] : [strange];
}
