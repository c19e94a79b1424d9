/** `query_hotel`: the hotels of a city for a stay, with price a night and rooms left. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../shared/tools/define-tool.ts';
import { callProvider, PROVIDER_RETRY } from './provider-client.ts';

const Params = z.object({
  city: z.string().min(1).max(100).describe('City of the hotel, such as 上海 or Shanghai'),
  checkin_date: z.iso.date().describe('Date of arrival, YYYY-MM-DD'),
  checkout_date: z.iso.date().describe('Date of departure, YYYY-MM-DD, at least a day later'),
  price_range: z
    .array(z.number().min(0))
    .length(2)
    .optional()
    .describe('Lowest and highest price of one night, both included: [min, max]'),
});

const Result = z.object({
  hotels: z.array(
    z.object({
      hotel_id: z.string(),
      name: z.string(),
      city: z.string(),
      checkin_date: z.iso.date(),
      checkout_date: z.iso.date(),
      price: z.number(),
      address: z.string(),
      stock: z
        .number()
        .int()
        .optional()
        .describe('Rooms left; left out when the provider does not say'),
    }),
  ),
});

/** A row without the field counts as wrong, because it is not counted as right. */
const everyHotel = (condition: string): string =>
  `$count(data.hotels[${condition}]) = $count(data.hotels)`;

const IN_RANGE = 'price >= $$.params.price_range[0] and price <= $$.params.price_range[1]';

const SUMMARY = `(
  $best := (data.hotels[$not(stock = 0)]^(price))[0];
  $substring($count(data.hotels) & ' hotels in ' & params.city & ' ' & params.checkin_date & ' to '
    & params.checkout_date & ($exists($best)
      ? ($best.stock > 0 ? ', cheapest with rooms ' : ', rooms not said, cheapest ')
        & $best.name & ' (' & $best.hotel_id & ') ¥' & $best.price & ' a night'
      : ', none with rooms'), 0, 200)
)`;

const wrongStay = ({
  checkin_date,
  checkout_date,
  price_range,
}: z.infer<typeof Params>): string | null => {
  if (checkout_date <= checkin_date) return 'checkout_date must be later than checkin_date';
  const [lowest = 0, highest = 0] = price_range ?? [];
  return lowest > highest ? 'price_range is [min, max], and min is above max' : null;
};

/** @param providerUrl the provider's address, or null when none runs */
export const queryHotel = (providerUrl: string | null): Tool =>
  defineTool({
    name: 'query_hotel',
    description:
      'Lists the hotels of a city for a stay, with price a night, address and rooms left.',
    whenToUse: 'Before a hotel is booked, or when hotels or their prices are asked for.',
    whenNotToUse: 'For flights or the weather.',
    effect: 'read',
    retry: PROVIDER_RETRY,
    emptyIsSuccess: true,
    params: Params,
    result: Result,
    checkParams: wrongStay,
    checks: [
      {
        rule: 'hotels are in the asked city',
        test: everyHotel('city = $$.params.city'),
        layer: 'semantics',
        class: 'result',
        message: 'A hotel is in another city.',
      },
      {
        rule: 'hotels are for the asked stay',
        test: everyHotel(
          'checkin_date = $$.params.checkin_date and checkout_date = $$.params.checkout_date',
        ),
        layer: 'semantics',
        class: 'result',
        message: 'A row is for other dates.',
      },
      {
        rule: 'hotels are within the asked price range',
        test: `$exists(params.price_range) ? ${everyHotel(IN_RANGE)} : true`,
        layer: 'semantics',
        class: 'result',
        message: 'A hotel costs less or more than price_range allows.',
      },
    ],
    summary: SUMMARY,
    handler: async ({ params, signal }) => {
      const {
        city,
        checkin_date: checkinDate,
        checkout_date: checkoutDate,
        price_range: range,
      } = params;
      const [priceMin, priceMax] = range ?? [];
      const query = {
        ...{ city, checkinDate, checkoutDate },
        ...(priceMin === undefined ? {} : { priceMin: String(priceMin) }),
        ...(priceMax === undefined ? {} : { priceMax: String(priceMax) }),
      };
      return callProvider(providerUrl, Result, { path: '/hotels', query, signal });
    },
  });
