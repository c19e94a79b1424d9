/** What was looked up and not booked: the rows that could be, the cheapest first, as the results have them. */
import { type AnswerQuestion, coversOf, resultOf } from './answer-question.ts';
import { factsIn } from './context-facts.ts';
import { type RuleAnswer, say } from './rule-setting.ts';
import { flightsLeft, hotelsLeft, type Row } from './travel-rows.ts';

const LISTED_MAX = 10;

const stockText = ({ stock }: Row, language: string): string =>
  stock === undefined ? '' : say(language, `，余 ${stock}`, `, ${stock} left`);

const flightLine = (row: Row, language: string): string =>
  `${row.flight_no} ${row.dep_time}–${row.arr_time} ¥${row.price}${stockText(row, language)}`;

const hotelLine = (row: Row, language: string): string =>
  say(
    language,
    `${row.name} 每晚 ¥${row.price}${stockText(row, language)}`,
    `${row.name} ¥${row.price} a night${stockText(row, language)}`,
  );

type Listing = {
  readonly title: string;
  readonly lines: readonly string[];
  readonly language: string;
};

const listed = ({ title, lines, language }: Listing): string => {
  if (lines.length === 0)
    return `${title}${say(language, '：没有符合条件且可订的。', ': none within the conditions can be booked.')}`;
  const shown = lines.slice(0, LISTED_MAX);
  const rest = lines.length > shown.length ? [say(language, '……', '…')] : [];
  return [
    `${title}${say(language, '：', ':')}`,
    ...[...shown, ...rest].map((line) => `- ${line}`),
  ].join('\n');
};

const NOBODY: ReadonlySet<string> = new Set();

export function answerLook({ spec, results }: AnswerQuestion): RuleAnswer {
  const { language, context } = spec;
  const facts = factsIn(context);
  const flights = resultOf(results, 'query_flight');
  const hotels = resultOf(results, 'query_hotel');
  const rows = {
    flights: flightsLeft(results, facts, NOBODY),
    hotels: hotelsLeft(results, facts, NOBODY),
  };
  const { dep_city: dep, arr_city: arr, dep_date: day, hotel_city: city } = facts;
  const { checkin_date: from, checkout_date: until } = facts;
  const texts: string[] = [];
  if (flights !== undefined)
    texts.push(
      Array.isArray(flights.data.flights)
        ? listed({
            title: say(
              language,
              `${day} ${dep}到${arr}的航班`,
              `Flights from ${dep} to ${arr} on ${day}`,
            ),
            lines: rows.flights.map((row) => flightLine(row, language)),
            language,
          })
        : flights.summary,
    );
  if (hotels !== undefined)
    texts.push(
      Array.isArray(hotels.data.hotels)
        ? listed({
            title: say(
              language,
              `${city} ${from} 至 ${until} 的酒店`,
              `Hotels in ${city}, ${from} to ${until}`,
            ),
            lines: rows.hotels.map((row) => hotelLine(row, language)),
            language,
          })
        : hotels.summary,
    );
  const ids = Object.keys(results);
  const text =
    texts.join('\n') ||
    Object.values(results)
      .map(({ summary }) => summary)
      .join('\n');
  return {
    text,
    data: {
      ...(flights === undefined ? {} : { flights: rows.flights, flight: rows.flights[0] ?? null }),
      ...(hotels === undefined ? {} : { hotels: rows.hotels, hotel: rows.hotels[0] ?? null }),
    },
    covers: coversOf(spec, ids, {
      route: [flights?.id],
      date: [flights?.id],
      stay: [hotels?.id],
    }),
    computed: [],
  };
}
