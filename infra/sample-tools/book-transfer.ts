/** `book_transfer`: books one ride by car, once; the provider knows the order by the idempotency key. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';
import { probeOrder } from './probe-order.ts';
import { callProvider, PROVIDER_RETRY } from './provider-client.ts';

const Params = z.object({
  city: z.string().min(1).max(100).describe('City of the ride, such as 上海 or Shanghai'),
  date: z.iso.date().describe('Day of the ride, YYYY-MM-DD'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time is HH:MM')
    .describe('When the passenger is picked up, HH:MM, 24 hours, local time'),
  from: z.string().min(1).max(200).describe('Where the ride begins, such as an airport'),
  to: z.string().min(1).max(200).describe('Where the ride ends, such as the name of a hotel'),
  passenger_name: z.string().min(1).max(100).describe('Full name of the passenger'),
});

const Result = z.object({
  order_no: z.string(),
  city: z.string(),
  date: z.iso.date(),
  time: z.string(),
  from: z.string(),
  to: z.string(),
  passenger_name: z.string(),
  price: z.number(),
  status: z.literal('confirmed'),
});

const SUMMARY = `$substring('Transfer in ' & data.city & ' on ' & data.date & ' ' & data.time & ' booked for '
  & data.passenger_name & ', order ' & data.order_no & ', ¥' & data.price & ', ' & data.from & '→'
  & data.to, 0, 200)`;

/** @param providerUrl the provider's address, or null when none runs */
export const bookTransfer = (providerUrl: string | null): Tool =>
  defineTool({
    name: 'book_transfer',
    description:
      'Books a car that takes one passenger from one place of a city to another, and returns the order number.',
    whenToUse: 'When a transfer or a car is asked for and day, time and both places are known.',
    whenNotToUse: 'For flights, trains or rides between cities, or twice for the same ride.',
    effect: 'once',
    retry: PROVIDER_RETRY,
    params: Params,
    result: Result,
    checkParams: ({ from, to }) =>
      from.trim() === to.trim() ? 'from and to are the same place' : null,
    checks: [
      {
        rule: 'the order is for the asked city, date and time',
        test: 'data.city = params.city and data.date = params.date and data.time = params.time',
        layer: 'consistency',
        class: 'result',
        message: 'The order is for another city, date or time.',
      },
      {
        rule: 'the order is for the asked ride',
        test: '$trim(data.from) = $trim(params.from) and $trim(data.to) = $trim(params.to)',
        layer: 'consistency',
        class: 'result',
        message: 'The order is for a ride between other places.',
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
      return callProvider(providerUrl, Result, { path: '/transfers/orders', order, signal });
    },
    probe: (context) => probeOrder(providerUrl, Result, context),
  });
