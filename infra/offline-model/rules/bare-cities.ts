/** Cities in an answer that names nothing else: what was asked tells what they are for. */
import type { KnownCity } from './rule-setting.ts';
import { citiesIn } from './travel-places.ts';

const ASKED: readonly (readonly ['dep' | 'arr' | 'hotel', RegExp])[] = [
  ['dep', /出发城市|city of departure/u],
  ['arr', /到达城市|city of arrival/u],
  ['hotel', /酒店所在城市|city of the hotel/u],
];
const OTHERS = /姓名|证件|邮箱|name of|number of|e-mail/u;
const ALONE =
  /^(?:从|由|在|去|到|from |to |in )?\s*([\p{Script=Han}]{2,6}?|[\p{L}'’ -]{3,30})(?:市|出发)?[。.!]?$/u;

/** The answer as a whole, where nothing but a city was asked for. */
export const bareCity = (asked: string, said: string): string | undefined =>
  /城市|city/u.test(asked) && !OTHERS.test(asked) ? ALONE.exec(said.trim())?.[1] : undefined;

export function bareCities(
  asked: string,
  said: string,
  cities: readonly KnownCity[],
): { readonly dep?: string; readonly arr?: string; readonly hotel?: string } {
  const wanted = ASKED.filter(([, words]) => words.test(asked)).map(([name]) => name);
  const named = citiesIn(said, cities);
  const alone = bareCity(asked, said);
  const found = named.length > 0 ? named : alone === undefined ? [] : [alone];
  const pairs = wanted.flatMap((name, index) => {
    const city = found[index];
    return city === undefined ? [] : [[name, city] as const];
  });
  return Object.fromEntries(pairs);
}
