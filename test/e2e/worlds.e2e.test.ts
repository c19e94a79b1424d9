/**
 * Twenty worlds made from seeds, one trip in each. What must come of it is worked out here from the world alone, by
 * an oracle that shares no code with the product; what really happened is read from the provider.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SampleSystem } from '../support/sample-system.ts';

const WORLDS = 20;

type Flight = {
  flight_no: string;
  dep_city: string;
  arr_city: string;
  dep_date: string;
  dep_time: string;
  arr_time: string;
  price: number;
  stock: number;
};
type Hotel = {
  hotel_id: string;
  name: string;
  city: string;
  address: string;
  price: number;
  stock: number;
};

/** Mulberry32: the same seed gives the same world everywhere. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
};

const CITIES = ['北京', '上海', '青岛', '兰州', '海口', 'Oslo', 'Porto', 'Lagos'];
const NAMES = ['张三', '欧阳娜娜', '李小龙', 'Ada Lovelace', 'Li Wei'];

type Case = {
  seed: number;
  goal: string;
  world: { cities: { name: string }[]; flights: Flight[]; hotels: Hotel[] };
  /** Null when no trip is feasible. */
  best: { flight: number; hotel: number } | null;
};

const cheapest = (prices: number[]): number | null =>
  prices.length === 0 ? null : Math.min(...prices);

function caseOf(seed: number): Case {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const dep = pick(CITIES);
  const arr = pick(CITIES.filter((city) => city !== dep));
  const [date, other] = ['2027-03-14', '2027-03-15'];
  const budget = 300 + random(10) * 100;
  const flights = Array.from(
    { length: random(7) },
    (_, index): Flight => ({
      flight_no: `${pick(['MU', 'CA', 'ZH'])}${1_000 + index}`,
      ...(random(5) === 0 ? { dep_city: arr, arr_city: dep } : { dep_city: dep, arr_city: arr }),
      dep_date: random(4) === 0 ? other : date,
      dep_time: `${String(6 + random(14)).padStart(2, '0')}:${pick(['00', '25', '50'])}`,
      arr_time: '23:10',
      price: 400 + random(90) * 10,
      stock: random(3) === 0 ? 0 : 1 + random(4),
    }),
  );
  const hotels = Array.from(
    { length: random(7) },
    (_, index): Hotel => ({
      hotel_id: `H${index}`,
      name: `${pick(['如家', '云栖', 'Harbour', 'Hilltop'])}${index}`,
      city: random(5) === 0 ? dep : arr,
      address: `Street ${index}`,
      price: 200 + random(14) * 100,
      stock: random(3) === 0 ? 0 : 1 + random(3),
    }),
  );
  const flight = cheapest(
    flights
      .filter((row) => row.dep_city === dep && row.arr_city === arr)
      .filter((row) => row.dep_date === date && row.stock > 0)
      .map(({ price }) => price),
  );
  const hotel = cheapest(
    hotels
      .filter((row) => row.city === arr && row.stock > 0 && row.price <= budget)
      .map(({ price }) => price),
  );
  const name = pick(NAMES);
  const id = `11010119900101${1_000 + seed}`;
  const goals = [
    `预订2027年3月14日${dep}到${arr}的机票和当晚酒店，酒店不超过${budget}元，乘客${name}，身份证号${id}`,
    `请帮${name}（身份证 ${id}）订3月14日从${dep}飞${arr}最便宜的航班，再订一晚${budget}元以内的酒店。`,
    `Book a flight from ${dep} to ${arr} on March 14, 2027 and a hotel for that night under ${budget} yuan, passenger ${name}, ID ${id}.`,
  ];
  return {
    seed,
    goal: goals[seed % goals.length]!,
    world: { cities: CITIES.map((city) => ({ name: city })), flights, hotels },
    best: flight === null || hotel === null ? null : { flight, hotel },
  };
}

let system: SampleSystem;
beforeAll(async () => {
  system = await SampleSystem.start();
});
afterAll(() => system.stop());

const CASES = Array.from({ length: WORLDS }, (_, index) => caseOf(index + 1));

describe('a trip in a generated world', () => {
  it('is feasible in some of them, and infeasible in others', () => {
    const feasible = CASES.filter(({ best }) => best !== null).length;
    expect(feasible).toBeGreaterThan(5);
    expect(feasible).toBeLessThan(WORLDS - 3);
  });

  for (const { seed, goal, world, best } of CASES) {
    it(`of seed ${seed} ends ${best === null ? 'infeasible, with nothing booked' : 'with the cheapest booked, once'}`, async () => {
      await system.enter(world);
      const { view, orders } = await system.run(goal);
      const { result } = view;
      if (best === null) {
        expect(result).toMatchObject({ type: 'task.failed', data: { class: 'infeasible' } });
        expect(orders).toEqual([]);
        return;
      }
      expect(result?.type, JSON.stringify(result?.data)).toBe('task.completed');
      expect(orders.map(({ kind, price, effects }) => [kind, price, effects]).sort()).toEqual([
        ['flight', best.flight, 1],
        ['hotel', best.hotel, 1],
      ]);
      const answer = result?.type === 'task.completed' ? result.data.answer : '';
      const plain = answer.replaceAll(',', '');
      for (const figure of [best.flight, best.hotel, best.flight + best.hotel])
        expect(plain).toContain(String(figure));
      for (const { id } of orders) expect(answer).toContain(id);
    });
  }
});
