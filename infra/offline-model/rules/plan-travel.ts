/** The plan of a journey: queries side by side, nothing booked before all of them are known to be feasible. */
import { plusDays } from '../../../shared/dates/zoned-day.ts';
import { type Facts, factsIn } from './context-facts.ts';
import { Draft, type PlanQuestion } from './planning.ts';
import { type RuleAnswer, type RuleSetting, say } from './rule-setting.ts';
import { flightBounds, hotelBounds, predicateOf, whereOf } from './travel-rows.ts';

type Planning = {
  readonly draft: Draft;
  readonly facts: Facts;
  readonly language: string;
  readonly isLook: boolean;
  /** Flight numbers and ids of hotels that an earlier plan could not book. */
  readonly lost: readonly string[];
};

const bookable = (field: string, predicate: string, message: string): object => ({
  rule: `some of ${field} can be booked`,
  test: `$count(data.${field}[${predicate}]) > 0`,
  layer: 'semantics',
  class: 'parameter',
  message,
});

/** The last row that could not be had is left out; what else is gone shows when it is booked. */
const cheapest = (from: string, where: object, take: string, lost: readonly string[]): object => {
  const last = lost.at(-1);
  const others = last === undefined ? where : { ...where, [take]: { ne: last } };
  return { $pick: { from, where: others, sortBy: 'price', take } };
};

const lostIn = ({ feedback }: PlanQuestion): string[] =>
  feedback.flatMap(({ code, rejected }) => {
    if (code !== 'SOLD_OUT' && code !== 'NOT_FOUND') return [];
    const { flight_no: flight, hotel_id: hotel } = (rejected?.params ?? {}) as Facts;
    return [flight, hotel].filter((id) => typeof id === 'string');
  });

function queryFlight({ draft, facts, language, isLook }: Planning): string {
  const { dep_city: dep = '', arr_city: arr = '', dep_date: date = '' } = facts;
  const none = say(
    language,
    `${date} ${dep}→${arr} 没有符合条件且有余票的航班`,
    `no flight with a seat within the conditions from ${dep} to ${arr} on ${date}`,
  );
  return draft.add({
    subtask: 'flight',
    description: say(
      language,
      `查询 ${date} ${dep}到${arr}的航班`,
      `List the flights from ${dep} to ${arr} on ${date}`,
    ),
    tool: 'query_flight',
    params: {},
    dependsOn: [],
    expect: isLook ? [] : [bookable('flights', predicateOf(flightBounds(facts)), none)],
    intent: say(
      language,
      '知道当天每个航班的价格与余票',
      'Know every flight of the day with its price and seats',
    ),
  });
}

/** The cheapest flight and the cheapest nights together must keep the total, before anything is booked. */
function withinTotal({ facts, language }: Planning, flightQuery: string): object {
  const { total_max: total = '0', checkin_date: from = '', checkout_date: until = '' } = facts;
  const nights = Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000);
  const fare = `$min(results.${flightQuery}.flights[${predicateOf(flightBounds(facts))}].price)`;
  const room = `$min(data.hotels[${predicateOf(hotelBounds(facts))}].price)`;
  return {
    rule: 'the cheapest keep the total',
    test: `${fare} + ${room} * ${nights} <= ${total}`,
    layer: 'semantics',
    class: 'parameter',
    message: say(
      language,
      `最便宜的机票加酒店也超过总价 ${total}`,
      `even the cheapest flight and hotel cost more than ${total} in all`,
    ),
  };
}

function queryHotel(planning: Planning, flightQuery: string | undefined): string {
  const { draft, facts, language, isLook } = planning;
  const { hotel_city: city = '', checkin_date: from = '', checkout_date: until = '' } = facts;
  const none = say(
    language,
    `${city} ${from} 至 ${until} 没有符合条件且有空房的酒店`,
    `no hotel with a room within the conditions in ${city} from ${from} to ${until}`,
  );
  const hasTotal = facts.total_max !== undefined && flightQuery !== undefined;
  return draft.add({
    subtask: 'hotel',
    description: say(
      language,
      `查询 ${city} ${from} 至 ${until} 的酒店`,
      `List the hotels in ${city} from ${from} to ${until}`,
    ),
    tool: 'query_hotel',
    params: {},
    dependsOn: hasTotal ? [flightQuery] : [],
    expect: isLook
      ? []
      : [
          bookable('hotels', predicateOf(hotelBounds(facts)), none),
          ...(hasTotal ? [withinTotal(planning, flightQuery)] : []),
        ],
    intent: say(language, '知道预算内的酒店', 'Know the hotels that the budget allows'),
  });
}

const bookFlight = (
  { draft, facts, language, lost }: Planning,
  query: string,
  after: readonly string[],
): string =>
  draft.add({
    subtask: 'flight',
    description: say(
      language,
      `为${facts.passenger_name}预订最便宜的有票航班`,
      `Book the cheapest flight with a seat for ${facts.passenger_name}`,
    ),
    tool: 'book_flight',
    params: {
      flight_no: cheapest(`${query}.flights`, whereOf(flightBounds(facts)), 'flight_no', lost),
      dep_date: facts.dep_date,
      passenger_name: facts.passenger_name,
      id_card: facts.id_card,
    },
    dependsOn: after,
    intent: say(language, '订下最便宜的座位', 'Have one seat on the cheapest flight'),
  });

const bookHotel = (
  { draft, facts, language, lost }: Planning,
  query: string,
  after: readonly string[],
): string =>
  draft.add({
    subtask: 'hotel',
    description: say(
      language,
      `为${facts.passenger_name}预订最便宜的有房酒店`,
      `Book the cheapest hotel with a room for ${facts.passenger_name}`,
    ),
    tool: 'book_hotel',
    params: {
      hotel_id: cheapest(`${query}.hotels`, whereOf(hotelBounds(facts)), 'hotel_id', lost),
      checkin_date: facts.checkin_date,
      checkout_date: facts.checkout_date,
      guest_name: facts.passenger_name,
      id_card: facts.id_card,
    },
    dependsOn: after,
    intent: say(language, '订下预算内最便宜的房间', 'Have one room within the budget'),
  });

const dayAfter = ({ dep_date: day = '' }: Facts): string =>
  Number.isNaN(Date.parse(day)) ? day : plusDays(day, 1);

const bookTransfer = (
  { draft, facts, language }: Planning,
  flight: string,
  hotel: string | undefined,
): string =>
  draft.add({
    subtask: 'transfer',
    description: say(
      language,
      '按航班到达时间预订接机',
      'Book a transfer for the arrival of the flight',
    ),
    tool: 'book_transfer',
    params: {
      city: facts.arr_city,
      date: {
        // Who lands after midnight is met on the next day.
        $: `${flight}.arr_time < ${flight}.dep_time ? "${dayAfter(facts)}" : "${facts.dep_date}"`,
      },
      time: { $pick: { from: flight, take: 'arr_time' } },
      from: say(language, `${facts.arr_city}机场`, `${facts.arr_city} airport`),
      to:
        hotel === undefined
          ? say(language, `${facts.arr_city}市区`, `${facts.arr_city} centre`)
          : { $pick: { from: hotel, take: 'name' } },
      passenger_name: facts.passenger_name,
    },
    dependsOn: hotel === undefined ? [flight] : [flight, hotel],
    intent: say(language, '到达后有车接', 'Be met on arrival'),
  });

type Booked = {
  readonly flight: string | undefined;
  readonly hotel: string | undefined;
  readonly transfer: string | undefined;
};

const remind = ({ draft, facts, language }: Planning, booked: Booked): string => {
  const parts = [
    ...(booked.flight === undefined
      ? []
      : [
          `'${say(language, '航班 ', 'Flight ')}' & ${booked.flight}.flight_no & ' ' & ${booked.flight}.dep_date & ' ' & ${booked.flight}.dep_time`,
        ]),
    ...(booked.hotel === undefined
      ? []
      : [
          `'${say(language, '酒店 ', 'Hotel ')}' & ${booked.hotel}.name & ' ' & ${booked.hotel}.checkin_date`,
        ]),
    ...(booked.transfer === undefined
      ? []
      : [`'${say(language, '接机 ', 'Transfer ')}' & ${booked.transfer}.time`]),
  ];
  return draft.add({
    subtask: 'reminder',
    description: say(
      language,
      `给 ${facts.email} 发送行程提醒`,
      `Send a reminder of the journey to ${facts.email}`,
    ),
    tool: 'send_reminder',
    params: {
      to: facts.email,
      subject: say(language, `${facts.dep_date} 行程提醒`, `Your journey on ${facts.dep_date}`),
      body: { $: parts.join(" & '\n' & ") || `'${facts.dep_date}'` },
      remind_at: facts.remind_at ?? facts.dep_date,
    },
    dependsOn: Object.values(booked).filter((id) => id !== undefined),
    intent: say(language, '出发前提醒', 'Be reminded before leaving'),
  });
};

export function planTravel(question: PlanQuestion, { fault }: RuleSetting): RuleAnswer {
  const facts = factsIn(question.spec.context);
  const { language } = question.spec;
  const wanted = new Set((facts.wants ?? '').split(' '));
  const draft = new Draft(question);
  const isLook = facts.look_only !== undefined;
  const planning = { draft, facts, language, isLook, lost: lostIn(question) };
  const forgetsHotel = fault === 'missing-step' && question.feedback.length === 0;
  const wantsHotel = wanted.has('hotel') && !forgetsHotel;
  const flights = wanted.has('flight') ? queryFlight(planning) : undefined;
  const hotels = wantsHotel ? queryHotel(planning, flights) : undefined;
  if (isLook) return { steps: draft.steps };
  const queries = [flights, hotels].filter((id) => id !== undefined);
  const flight = flights === undefined ? undefined : bookFlight(planning, flights, queries);
  const before = flight === undefined ? queries : [...queries, flight];
  const hotel = hotels === undefined ? undefined : bookHotel(planning, hotels, before);
  const transfer =
    wanted.has('transfer') && flight !== undefined
      ? bookTransfer(planning, flight, hotel)
      : undefined;
  if (wanted.has('reminder')) remind(planning, { flight, hotel, transfer });
  return { steps: draft.steps };
}
