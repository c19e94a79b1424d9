/** What a journey may cost: of which part, at most and at least. */
import { type Amount, figureIn, moneyIn, type Target, targetIn } from './money.ts';
import type { Request } from './request-text.ts';
import { type Language, say } from './rule-setting.ts';
import type { Wishes } from './travel-words.ts';

export type Bounds = {
  readonly hotelMax: number | undefined;
  readonly hotelMin: number | undefined;
  readonly flightMax: number | undefined;
  readonly totalMax: number | undefined;
  readonly contradictions: readonly string[];
};

const PARTS: Readonly<Record<Exclude<Target, 'open'>, readonly [zh: string, en: string]>> = {
  hotel: ['酒店', 'hotel'],
  flight: ['机票', 'flight'],
  total: ['总', 'whole'],
};

/** An amount that names nothing is about the only thing that is wanted, or about all of it. */
const placed = (amount: Amount, { flight, hotel }: Wishes): Amount => {
  if (amount.target !== 'open') return amount;
  if (flight && hotel) return amount.bound === 'budget' ? { ...amount, target: 'total' } : amount;
  return { ...amount, target: hotel ? 'hotel' : 'flight' };
};

const valuesOf = (amounts: readonly Amount[], target: Target, bound: 'max' | 'min'): number[] => {
  const own = amounts.filter((amount) => amount.target === target);
  const bounded = own.filter(
    ({ bound: kind }) => kind === bound || (bound === 'max' && kind === 'budget'),
  );
  return [...new Set(bounded.map(({ value }) => value))];
};

/** The total of the only thing that is wanted is its own limit. */
const withoutTotal = (bounds: Bounds, { flight, hotel }: Wishes, nights: number): Bounds => {
  const { totalMax, flightMax = Number.POSITIVE_INFINITY } = bounds;
  const { hotelMax = Number.POSITIVE_INFINITY } = bounds;
  if (totalMax === undefined || flight === hotel) return bounds;
  const left = { ...bounds, totalMax: undefined };
  return flight
    ? { ...left, flightMax: Math.min(flightMax, totalMax) }
    : { ...left, hotelMax: Math.min(hotelMax, Math.floor(totalMax / nights)) };
};

/** A price is never ignored: whether it is a limit, and of what, is asked. */
const unplacedIn = (price: string | undefined, language: Language): string[] =>
  price === undefined
    ? []
    : [
        say(
          language,
          `“${price}”是什么的上限：机票、酒店每晚，还是总价？`,
          `What is "${price}" the limit of: the flight, a night at the hotel, or all of it?`,
        ),
      ];

/** @param nights of the stay */
export function boundsIn(
  { text, said, language }: Request,
  wishes: Wishes,
  nights: number,
): Bounds {
  const money = moneyIn(text);
  const inAll = money.amounts.map((amount) => placed(amount, wishes));
  const answered = moneyIn(said).amounts.map((amount) => placed(amount, wishes));
  const open = inAll.find(({ target }) => target === 'open');
  const loose = money.unplaced ?? (open === undefined ? undefined : String(open.value));
  const named = loose === undefined || answered.length > 0 ? undefined : targetIn(said);
  // An answer may be the part alone: the figure is the goal's.
  if (named !== undefined) answered.push({ target: named, bound: 'max', value: figureIn(loose) });
  const contradictions = answered.length > 0 ? [] : unplacedIn(loose, language);
  const only = (target: Exclude<Target, 'open'>, bound: 'max' | 'min'): number | undefined => {
    const later = valuesOf(answered, target, bound);
    const [first, ...others] = later.length > 0 ? later : valuesOf(inAll, target, bound);
    // An answer settles what the goal left open between two.
    if (others.length > 0) {
      const [zh, en] = PARTS[target];
      const values = [first, ...others].join(say(language, ' 和 ', ' and '));
      contradictions.push(
        say(
          language,
          `${zh}价有两个说法（${values}），以哪个为准？`,
          `Two limits for the ${en} are named (${values}). Which one counts?`,
        ),
      );
    }
    return first;
  };
  const [hotelMax, hotelMin] = [only('hotel', 'max'), only('hotel', 'min')];
  const [flightMax, totalMax] = [only('flight', 'max'), only('total', 'max')];
  for (const target of ['flight', 'total'] as const) {
    const least = only(target, 'min');
    if (least === undefined) continue;
    const [zh, en] = PARTS[target];
    contradictions.push(
      say(
        language,
        `${zh}价至少 ${least} 的要求无法保证：最多可以是多少？`,
        `A ${en} price of at least ${least} cannot be asked for. What may it cost at most?`,
      ),
    );
  }
  if (hotelMin !== undefined && hotelMax !== undefined && hotelMin > hotelMax) {
    contradictions.push(
      say(
        language,
        `酒店价格要求矛盾（至少 ${hotelMin}，至多 ${hotelMax}），应该是多少？`,
        `The hotel cannot cost at least ${hotelMin} and at most ${hotelMax}. What should it cost?`,
      ),
    );
  }
  const bounds = { hotelMax, hotelMin, flightMax, totalMax, contradictions };
  return withoutTotal(bounds, wishes, nights);
}
