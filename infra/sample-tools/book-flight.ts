/** `book_flight`: books one seat, once; the provider knows the order by the idempotency key. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';
import { probeOrder } from './probe-order.ts';
import { callProvider, PROVIDER_RETRY } from './provider-client.ts';

const Params = z.object({
  flight_no: z.string().min(1).max(50).describe('Flight number, from a result of query_flight'),
  dep_date: z.iso.date().describe('Date of departure, YYYY-MM-DD, the same as was queried'),
  passenger_name: z.string().min(1).max(100).describe('Full name of the passenger'),
  id_card: z.string().min(1).max(50).describe('Number of the identity card of the passenger'),
});

const Result = z.object({
  order_no: z.string(),
  flight_no: z.string(),
  dep_date: z.iso.date(),
  dep_time: z.string(),
  arr_time: z.string(),
  passenger_name: z.string(),
  price: z.number(),
  status: z.literal('confirmed'),
});

const SUMMARY = `$substring('Flight ' & data.flight_no & ' on ' & data.dep_date & ' ' & data.dep_time
  & ' booked for ' & data.passenger_name & ', order ' & data.order_no & ', ¥' & data.price, 0, 200)`;

/** @param providerUrl the provider's address, or null when none runs */
export const bookFlight = (providerUrl: string | null): Tool =>
  defineTool({
    name: 'book_flight',
    description: 'Books a seat on one flight for one passenger, and returns the order number.',
    whenToUse: 'After query_flight, for a flight whose stock is not 0.',
    whenNotToUse: 'To find out prices, or twice for the same passenger and flight.',
    effect: 'once',
    retry: PROVIDER_RETRY,
    params: Params,
    result: Result,
    checks: [
      {
        rule: 'the order is for the asked flight and date',
        test: 'data.flight_no = params.flight_no and data.dep_date = params.dep_date',
        layer: 'consistency',
        class: 'result',
        message: 'The order is for another flight.',
      },
      {
        rule: 'the order is for the asked passenger',
        test: '$trim(data.passenger_name) = $trim(params.passenger_name)',
        layer: 'consistency',
        class: 'result',
        message: 'The order is for another passenger.',
      },
    ],
    summary: SUMMARY,
    handler: async ({ params, idempotencyKey, signal }) => {
      const order = { key: idempotencyKey, body: params };
      return callProvider(providerUrl, Result, { path: '/flights/orders', order, signal });
    },
    probe: (context) => probeOrder(providerUrl, Result, context),
  });
