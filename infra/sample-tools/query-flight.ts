/** `query_flight`: the flights between two cities on a date, with price and seats left. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';
import { callProvider, PROVIDER_RETRY } from './provider-client.ts';

const Params = z.object({
  dep_city: z.string().min(1).max(100).describe('City of departure, such as 北京 or Beijing'),
  arr_city: z.string().min(1).max(100).describe('City of arrival, such as 上海 or Shanghai'),
  dep_date: z.iso.date().describe('Date of departure, YYYY-MM-DD'),
});

const Result = z.object({
  flights: z.array(
    z.object({
      flight_no: z.string(),
      dep_city: z.string(),
      arr_city: z.string(),
      dep_date: z.iso.date(),
      dep_time: z.string(),
      arr_time: z.string(),
      price: z.number(),
      stock: z
        .number()
        .int()
        .optional()
        .describe('Seats left; left out when the provider does not say'),
    }),
  ),
});

/** A row without the field counts as wrong, because it is not counted as right. */
const everyFlight = (condition: string): string =>
  `$count(data.flights[${condition}]) = $count(data.flights)`;

const SUMMARY = `(
  $best := (data.flights[$not(stock = 0)]^(price))[0];
  $substring($count(data.flights) & ' flights ' & params.dep_city & '→' & params.arr_city & ' '
    & params.dep_date & ($exists($best)
      ? ($best.stock > 0 ? ', cheapest in stock ' : ', seats not said, cheapest ')
        & $best.flight_no & ' ' & $best.dep_time & ' ¥' & $best.price
      : ', none in stock'), 0, 200)
)`;

/** @param providerUrl the provider's address, or null when none runs */
export const queryFlight = (providerUrl: string | null): Tool =>
  defineTool({
    name: 'query_flight',
    description: 'Lists the flights from one city to another on a date, with price and seats left.',
    whenToUse: 'Before a flight is booked, or when prices or times of flights are asked for.',
    whenNotToUse: 'For hotels, trains or the weather.',
    effect: 'read',
    retry: PROVIDER_RETRY,
    emptyIsSuccess: true,
    params: Params,
    result: Result,
    checkParams: ({ dep_city, arr_city }) =>
      dep_city === arr_city ? 'dep_city and arr_city are the same city' : null,
    checks: [
      {
        rule: 'flights are of the asked route',
        test: everyFlight('dep_city = $$.params.dep_city and arr_city = $$.params.arr_city'),
        layer: 'semantics',
        class: 'result',
        message: 'A flight is not from dep_city to arr_city.',
      },
      {
        rule: 'flights are of the asked date',
        test: everyFlight('dep_date = $$.params.dep_date'),
        layer: 'semantics',
        class: 'result',
        message: 'A flight does not leave on dep_date.',
      },
    ],
    summary: SUMMARY,
    handler: async ({ params, signal }) => {
      const { dep_city: depCity, arr_city: arrCity, dep_date: depDate } = params;
      const query = { depCity, arrCity, depDate };
      return callProvider(providerUrl, Result, { path: '/flights', query, signal });
    },
  });
