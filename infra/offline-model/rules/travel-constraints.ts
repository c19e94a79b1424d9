/** The facts of a journey as constraints: a short text each, and the check that every verdict asks. */
import type { Spec } from '../../../shared/events/shapes.ts';
import type { Facts } from './context-facts.ts';
import { say } from './rule-setting.ts';

type Constraint = Spec['constraints'][number];

const quoted = (text: string | undefined): string => JSON.stringify(text ?? '');

/** The price of the flight among the results, under whatever id it was booked. */
const BOOKED_FARE =
  '$sum($each(results, function($r) { $exists($r.order_no) and $exists($r.flight_no) ? $r.price : 0 }))';

/** Other tools keep every constraint that is not about them. */
const about = (tool: string, ...tests: readonly string[]): string =>
  `tool = "${tool}" ? (${tests.join(' and ')}) : true`;

const route = (facts: Facts): Constraint[] => {
  const { dep_city: dep, arr_city: arr } = facts;
  if (dep === undefined || arr === undefined) return [];
  const check = about(
    'query_flight',
    `params.dep_city = ${quoted(dep)}`,
    `params.arr_city = ${quoted(arr)}`,
  );
  return [{ id: 'route', text: `${dep} → ${arr}`, check }];
};

const date = (facts: Facts, timeZone: string): Constraint[] => {
  const day = facts.dep_date;
  if (day === undefined) return [];
  if (facts.dep_city === undefined) return [{ id: 'date', text: `${day} (${timeZone})` }];
  const is = `params.dep_date = ${quoted(day)}`;
  const check = `tool in ["query_flight", "book_flight"] ? ${is} : true`;
  return [{ id: 'date', text: `${day} (${timeZone})`, check }];
};

const stay = (facts: Facts, language: string): Constraint[] => {
  const { hotel_city: city, checkin_date: from, checkout_date: until } = facts;
  if (city === undefined || from === undefined || until === undefined) return [];
  const dates = [
    `params.checkin_date = ${quoted(from)}`,
    `params.checkout_date = ${quoted(until)}`,
  ];
  const check = `tool = "query_hotel" ? (params.city = ${quoted(city)} and ${dates.join(' and ')}) : (tool = "book_hotel" ? (${dates.join(' and ')}) : true)`;
  return [
    {
      id: 'stay',
      text: say(language, `${city} ${from} 至 ${until}`, `${city} ${from} to ${until}`),
      check,
    },
  ];
};

const prices = (facts: Facts, language: string): Constraint[] => {
  const { hotel_max: most, hotel_min: least, flight_max: fare, total_max: total } = facts;
  return [
    ...(most === undefined
      ? []
      : [
          {
            id: 'hotel-max',
            text: say(language, `酒店 ≤ ¥${most}`, `hotel ≤ ¥${most}`),
            check: about('book_hotel', `data.price <= ${most}`),
          },
        ]),
    ...(least === undefined
      ? []
      : [
          {
            id: 'hotel-min',
            text: say(language, `酒店 ≥ ¥${least}`, `hotel ≥ ¥${least}`),
            check: about('book_hotel', `data.price >= ${least}`),
          },
        ]),
    ...(fare === undefined
      ? []
      : [
          {
            id: 'flight-max',
            text: say(language, `机票 ≤ ¥${fare}`, `flight ≤ ¥${fare}`),
            check: about('book_flight', `data.price <= ${fare}`),
          },
        ]),
    ...(total === undefined
      ? []
      : [
          {
            id: 'total-max',
            text: say(language, `总价 ≤ ¥${total}`, `in all ≤ ¥${total}`),
            check: about('book_hotel', `data.total + ${BOOKED_FARE} <= ${total}`),
          },
        ]),
  ];
};

const hours = (facts: Facts, language: string): Constraint[] => {
  const { leave_from: from, leave_until: until } = facts;
  if (from === undefined && until === undefined) return [];
  const tests = [
    ...(from === undefined ? [] : [`data.dep_time >= ${quoted(from)}`]),
    ...(until === undefined ? [] : [`data.dep_time < ${quoted(until)}`]),
  ];
  const text = say(
    language,
    `${from ?? '00:00'} 至 ${until ?? '24:00'} 起飞`,
    `leaves ${from ?? '00:00'} to ${until ?? '24:00'}`,
  );
  return [{ id: 'hours', text, check: about('book_flight', ...tests) }];
};

const traveller = (facts: Facts, language: string): Constraint[] => {
  const { passenger_name: name, id_card: id, look_only: look } = facts;
  if (name === undefined || look !== undefined) return [];
  const card = id === undefined ? [] : [`params.id_card = ${quoted(id)}`];
  const check = `tool = "book_flight" ? (${[`params.passenger_name = ${quoted(name)}`, ...card].join(' and ')}) : (tool = "book_hotel" ? (${[`params.guest_name = ${quoted(name)}`, ...card].join(' and ')}) : (tool = "book_transfer" ? params.passenger_name = ${quoted(name)} : true))`;
  const shown =
    id === undefined ? name : say(language, `${name}，身份证 ${id}`, `${name}, ID ${id}`);
  return [{ id: 'traveller', text: shown, check }];
};

const reminder = ({ email }: Facts, language: string): Constraint[] =>
  email === undefined
    ? []
    : [
        {
          id: 'recipient',
          text: say(language, `提醒发给 ${email}`, `reminder to ${email}`),
          check: about('send_reminder', `params.to = ${quoted(email)}`),
        },
      ];

export const travelConstraints = (
  facts: Facts,
  language: string,
  timeZone: string,
): Constraint[] => [
  ...route(facts),
  ...date(facts, timeZone),
  ...stay(facts, language),
  ...prices(facts, language),
  ...hours(facts, language),
  ...traveller(facts, language),
  ...reminder(facts, language),
];
