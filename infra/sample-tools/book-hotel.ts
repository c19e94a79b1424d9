/** `book_hotel`: books one room, once; the provider knows the order by the idempotency key. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';
import { probeOrder } from './probe-order.ts';
import { callProvider, PROVIDER_RETRY } from './provider-client.ts';

const Params = z.object({
  hotel_id: z.string().min(1).max(50).describe('Id of the hotel, from a result of query_hotel'),
  checkin_date: z.iso.date().describe('Date of arrival, YYYY-MM-DD, the same as was queried'),
  checkout_date: z.iso.date().describe('Date of departure, YYYY-MM-DD, the same as was queried'),
  guest_name: z.string().min(1).max(100).describe('Full name of the guest'),
  id_card: z.string().min(1).max(50).describe('Number of the identity card of the guest'),
});

const Result = z.object({
  order_no: z.string(),
  hotel_id: z.string(),
  name: z.string(),
  address: z.string(),
  checkin_date: z.iso.date(),
  checkout_date: z.iso.date(),
  guest_name: z.string(),
  nights: z.number().int(),
  /** For one night. */
  price: z.number(),
  total: z.number(),
  status: z.literal('confirmed'),
});

const SUMMARY = `$substring(data.name & ' booked for ' & data.guest_name & ', ' & data.checkin_date & ' to '
  & data.checkout_date & ', order ' & data.order_no & ', ¥' & data.price & ' a night', 0, 200)`;

/** @param providerUrl the provider's address, or null when none runs */
export const bookHotel = (providerUrl: string | null): Tool =>
  defineTool({
    name: 'book_hotel',
    description: 'Books a room in one hotel for one guest, and returns the order number.',
    whenToUse: 'After query_hotel, for a hotel whose stock is not 0.',
    whenNotToUse: 'To find out prices, or twice for the same guest and stay.',
    effect: 'once',
    retry: PROVIDER_RETRY,
    params: Params,
    result: Result,
    checkParams: ({ checkin_date, checkout_date }) =>
      checkout_date <= checkin_date ? 'checkout_date must be later than checkin_date' : null,
    checks: [
      {
        rule: 'the order is for the asked hotel and stay',
        test: `data.hotel_id = params.hotel_id and data.checkin_date = params.checkin_date
          and data.checkout_date = params.checkout_date`,
        layer: 'consistency',
        class: 'result',
        message: 'The order is for another hotel or other dates.',
      },
      {
        rule: 'the order is for the asked guest',
        test: '$trim(data.guest_name) = $trim(params.guest_name)',
        layer: 'consistency',
        class: 'result',
        message: 'The order is for another guest.',
      },
    ],
    summary: SUMMARY,
    handler: async ({ params, idempotencyKey, signal }) => {
      const order = { key: idempotencyKey, body: params };
      return callProvider(providerUrl, Result, { path: '/hotels/orders', order, signal });
    },
    probe: (context) => probeOrder(providerUrl, Result, context),
  });
