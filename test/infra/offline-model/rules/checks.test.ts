import { describe, expect, it } from 'vitest';
import { safeJsonata } from '../../../../shared/bindings/safe-jsonata.ts';
import { constraintExpects } from '../../../../shared/plan/constraint-expects.ts';
import { type Specified, specified } from './asking.ts';

const ID = '110101199001011234';
const ZH = specified(
  `订12月10日下午雾港到Quux的机票和酒店，机票不超过900元，酒店300到700元，总共不超过1500元，乘客欧阳修，身份证${ID}，安排接机，提醒发给 a@b.com`,
);
const EN = specified(
  `Book a flight from Zorbville to Quux on December 10 before 10:00 under 900 yuan and a hotel for two nights, passenger Ann "Bo" Lee, ID ${ID}`,
);
const REPORT = specified('整理上周的周报，发给 team@example.com');
const WEATHER = specified('What is the weather in Hong Kong on Friday, and what should I wear?');

const checkOf = ({ constraints }: Specified, id: string): string => {
  const check = constraints.find((constraint) => constraint.id === id)?.check;
  expect(check, id).toBeDefined();
  return check ?? '';
};

const judge = (spec: Specified, id: string, step: object) =>
  safeJsonata(checkOf(spec, id)).evaluate({ params: {}, data: {}, results: {}, spec, ...step });

const ROUTE = { dep_city: '雾港', arr_city: 'Quux', dep_date: '2026-12-10' };
const STAY = { checkin_date: '2026-12-10', checkout_date: '2026-12-11' };
const PERSON = { passenger_name: '欧阳修', id_card: ID };
const FLIGHT = { s9: { order_no: 'F1', flight_no: 'A1', price: 800 } };

/** Which constraint, a step that keeps it, and one that breaks it. */
const CASES: [Specified, string, object, object][] = [
  [
    ZH,
    'route',
    { tool: 'query_flight', params: ROUTE },
    { tool: 'query_flight', params: { ...ROUTE, arr_city: '雾港' } },
  ],
  [
    ZH,
    'date',
    { tool: 'book_flight', params: { dep_date: '2026-12-10' } },
    { tool: 'query_flight', params: { ...ROUTE, dep_date: '周四' } },
  ],
  [
    ZH,
    'stay',
    { tool: 'query_hotel', params: { ...STAY, city: 'Quux' } },
    { tool: 'query_hotel', params: { ...STAY, city: '雾港' } },
  ],
  [
    ZH,
    'stay',
    { tool: 'book_hotel', params: STAY },
    { tool: 'book_hotel', params: { ...STAY, checkout_date: '2026-12-12' } },
  ],
  [
    ZH,
    'flight-max',
    { tool: 'book_flight', data: { price: 900 } },
    { tool: 'book_flight', data: { price: 901 } },
  ],
  [
    ZH,
    'hotel-max',
    { tool: 'book_hotel', data: { price: 700 } },
    { tool: 'book_hotel', data: { price: 701 } },
  ],
  [
    ZH,
    'hotel-min',
    { tool: 'book_hotel', data: { price: 300 } },
    { tool: 'book_hotel', data: { price: 299 } },
  ],
  [
    ZH,
    'total-max',
    { tool: 'book_hotel', data: { total: 700 }, results: FLIGHT },
    { tool: 'book_hotel', data: { total: 701 }, results: FLIGHT },
  ],
  [
    ZH,
    'hours',
    { tool: 'book_flight', data: { dep_time: '12:00' } },
    { tool: 'book_flight', data: { dep_time: '18:00' } },
  ],
  [
    EN,
    'hours',
    { tool: 'book_flight', data: { dep_time: '09:59' } },
    { tool: 'book_flight', data: { dep_time: '10:00' } },
  ],
  [
    ZH,
    'traveller',
    { tool: 'book_flight', params: PERSON },
    { tool: 'book_flight', params: { ...PERSON, id_card: '0' } },
  ],
  [
    ZH,
    'traveller',
    { tool: 'book_hotel', params: { guest_name: '欧阳修', id_card: ID } },
    { tool: 'book_hotel', params: { guest_name: '李白', id_card: ID } },
  ],
  [
    ZH,
    'traveller',
    { tool: 'book_transfer', params: PERSON },
    { tool: 'book_transfer', params: { passenger_name: '李白' } },
  ],
  [
    ZH,
    'recipient',
    { tool: 'send_reminder', params: { to: 'a@b.com' } },
    { tool: 'send_reminder', params: { to: 'b@b.com' } },
  ],
  [
    REPORT,
    'recipient',
    { tool: 'send_email', params: { to: 'team@example.com' } },
    { tool: 'send_email', params: { to: 'somebody.else@example.com' } },
  ],
  [
    REPORT,
    'period',
    { tool: 'git_log', params: { since: '2026-11-23', until: '2026-11-29' } },
    { tool: 'git_log', params: { since: '2026-11-23', until: '2026-12-01' } },
  ],
  [
    WEATHER,
    'city',
    { tool: 'get_weather', params: { city: 'Hong Kong' } },
    { tool: 'get_weather', params: { city: '香港' } },
  ],
  [
    WEATHER,
    'date',
    { tool: 'get_weather', params: { date: '2026-12-04' } },
    { tool: 'get_weather', params: { date: '2026-12-05' } },
  ],
];

describe('a constraint', () => {
  it.each(CASES.map(([spec, id, kept, broken]) => ({ spec, id, kept, broken })))(
    '$id holds for a step that keeps it, and for no other: %#',
    async ({ spec, id, kept, broken }) => {
      expect(spec.questions).toEqual([]);
      expect(await judge(spec, id, kept)).toBe(true);
      expect(await judge(spec, id, broken)).not.toBe(true);
    },
  );

  it.each([
    ['zh', ZH],
    ['en', EN],
    ['report', REPORT],
    ['weather', WEATHER],
  ] as const)('is kept by every step that it is not about: %s', async (_, spec) => {
    for (const tool of ['noop', null])
      for (const { id, check } of spec.constraints)
        if (check !== undefined) expect(await judge(spec, id, { tool }), id).toBe(true);
  });

  it('says which of parameters and result it is about, and has an id of its own', () => {
    const { onParams, onData } = constraintExpects(ZH);
    const names = (list: readonly { rule: string }[]) => list.map(({ rule }) => rule.split(' ')[1]);
    expect(names(onParams)).toEqual(['route', 'date', 'stay', 'traveller', 'recipient']);
    expect(names(onData).sort()).toEqual([
      'flight-max',
      'hotel-max',
      'hotel-min',
      'hours',
      'total-max',
    ]);
    const ids = ZH.constraints.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is told in the language of the goal', () => {
    const texts = ({ constraints }: Specified) => constraints.map(({ text }) => text);
    expect(texts(ZH)).toEqual(
      expect.arrayContaining(['雾港 → Quux', '2026-12-10 (Asia/Shanghai)', '酒店 ≤ ¥700']),
    );
    expect(texts(EN)).toEqual(expect.arrayContaining(['Zorbville → Quux', 'flight ≤ ¥900']));
  });
});
