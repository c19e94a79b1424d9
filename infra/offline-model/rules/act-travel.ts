/** The parameters of a call of a journey: the right ones from the facts, the next row after one that was refused. */

import { plusDays } from '../../../shared/dates/zoned-day.ts';
import type { ActQuestion } from './act-question.ts';
import { type Facts, factsIn } from './context-facts.ts';
import { infeasible, unknown } from './refuse.ts';
import { type RuleAnswer, type RuleSetting, say } from './rule-setting.ts';
import { flightsLeft, hotelsLeft } from './travel-rows.ts';

const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const flightQuery = ({ dep_city, arr_city, dep_date }: Facts) => ({ dep_city, arr_city, dep_date });

const hotelQuery = ({
  hotel_city: city,
  checkin_date,
  checkout_date,
  hotel_min: min,
  hotel_max: max,
}: Facts) => ({
  city,
  checkin_date,
  checkout_date,
  ...(max === undefined ? {} : { price_range: [Number(min ?? 0), Number(max)] }),
});

/** Asked the right way, and the answer was no: asking again changes nothing. */
function query(question: ActQuestion, tool: string, right: object): RuleAnswer {
  const { spec, feedback } = question;
  const answered = feedback.findLast(
    ({ class: cls, rejected }) =>
      cls === 'parameter' && rejected?.tool === tool && same(rejected.params, right),
  );
  if (answered !== undefined) {
    return infeasible(spec.language, answered.message, answered.message);
  }
  const last = feedback.at(-1);
  const why =
    last === undefined
      ? say(spec.language, '按任务要求填写', 'as the request says')
      : say(spec.language, `纠正：${last.message}`, `corrected: ${last.message}`);
  return { tool, params: { ...question.step.params, ...right }, why };
}

/** What was refused for itself, and not for how it was asked for. */
const refusedRows = (question: ActQuestion, key: string): Set<string> =>
  new Set(
    question.feedback
      .filter(({ code }) => code !== 'CONSTRAINT_BROKEN' && code !== 'INVALID_PARAMS')
      .flatMap(({ rejected }) => {
        const value = (rejected?.params as Record<string, unknown> | undefined)?.[key];
        return typeof value === 'string' ? [value] : [];
      }),
  );

function bookFlight(question: ActQuestion, facts: Facts): RuleAnswer {
  const { language } = question.spec;
  const refused = refusedRows(question, 'flight_no');
  const [row] = flightsLeft(question.results, facts, refused);
  if (row === undefined) {
    const { dep_date: date, dep_city: dep, arr_city: arr } = facts;
    return infeasible(
      language,
      `${date} ${dep}→${arr} 没有其他可订的航班。`,
      `No other flight from ${dep} to ${arr} on ${date} can be booked.`,
    );
  }
  const params = {
    flight_no: row.flight_no,
    dep_date: facts.dep_date,
    passenger_name: facts.passenger_name,
    id_card: facts.id_card,
  };
  const why = say(
    language,
    `${[...refused].join('、') || '原航班'}不可订，改订次便宜的 ${row.flight_no}`,
    `${[...refused].join(', ') || 'the first choice'} cannot be had; ${row.flight_no} is the next cheapest`,
  );
  return { tool: 'book_flight', params, why };
}

function bookHotel(question: ActQuestion, facts: Facts): RuleAnswer {
  const { language } = question.spec;
  const refused = refusedRows(question, 'hotel_id');
  const [row] = hotelsLeft(question.results, facts, refused);
  if (row === undefined) {
    return infeasible(
      language,
      `${facts.hotel_city} 没有其他可订的酒店。`,
      `No other hotel in ${facts.hotel_city} can be booked.`,
    );
  }
  const params = {
    hotel_id: row.hotel_id,
    checkin_date: facts.checkin_date,
    checkout_date: facts.checkout_date,
    guest_name: facts.passenger_name,
    id_card: facts.id_card,
  };
  const why = say(
    language,
    `${[...refused].join('、') || '原酒店'}不可订，改订次便宜的${row.name}`,
    `${[...refused].join(', ') || 'the first choice'} cannot be had; ${row.name} is the next cheapest`,
  );
  return { tool: 'book_hotel', params, why };
}

/** The faults that a model can have here, on a first question only. */
function mistaken(
  facts: Facts,
  tool: string,
  language: string,
  { fault, cities }: RuleSetting,
): RuleAnswer | null {
  if (tool !== 'query_flight') return null;
  const right = flightQuery(facts);
  const why = say(language, '按任务要求填写', 'as the request says');
  switch (fault) {
    case 'wrong-params': {
      const other = cities.find(
        ({ name, aliases }) =>
          ![facts.dep_city, facts.arr_city].some(
            (city) => city === name || aliases.includes(city ?? ''),
          ),
      );
      return { tool, params: { ...right, arr_city: other?.name ?? '广州' }, why };
    }
    case 'bad-date':
      return { tool, params: { ...right, dep_date: say(language, '周五', 'Friday') }, why };
    case 'wrong-tool':
      return {
        tool: 'query_hotel',
        params: {
          city: facts.arr_city,
          checkin_date: facts.dep_date,
          checkout_date: nextDay(facts.dep_date),
        },
        why,
      };
    default:
      return null;
  }
}

const nextDay = (day = ''): string => (Number.isNaN(Date.parse(day)) ? day : plusDays(day, 1));

/** What the plan bound is all that is known of a transfer or a reminder: refused once, it is refused again. */
function asPlanned({ spec: { language }, step, feedback }: ActQuestion): RuleAnswer {
  const last = feedback.at(-1)?.message;
  if (step.tool === null) return unknown(language);
  if (last === undefined) return { tool: step.tool, params: step.params, why: step.intent };
  return infeasible(
    language,
    `${step.tool} 没有其他可用的参数：${last}。`,
    `There are no other parameters for ${step.tool}: ${last}.`,
  );
}

export function actTravel(question: ActQuestion, setting: RuleSetting): RuleAnswer {
  const { spec, step, feedback } = question;
  const facts = factsIn(spec.context);
  const wrong =
    feedback.length === 0 ? mistaken(facts, step.tool ?? '', spec.language, setting) : null;
  if (wrong !== null) return wrong;
  switch (step.tool) {
    case 'query_flight':
      return query(question, 'query_flight', flightQuery(facts));
    case 'query_hotel':
      return query(question, 'query_hotel', hotelQuery(facts));
    case 'book_flight':
      return bookFlight(question, facts);
    case 'book_hotel':
      return bookHotel(question, facts);
    default:
      return asPlanned(question);
  }
}
