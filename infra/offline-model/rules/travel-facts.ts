/** What a request for a journey says, as facts; and what it leaves open or contradicts, as questions. */

import { daysBetween } from '../../../shared/dates/zoned-day.ts';
import { bareCities } from './bare-cities.ts';
import { departureIn } from './departure-times.ts';
import { bareNameIn, emailsIn, idCardIn, passengerIn } from './person.ts';
import { remindDay } from './remind-day.ts';
import type { Request } from './request-text.ts';
import type { RuleSetting } from './rule-setting.ts';
import { boundsIn } from './travel-bounds.ts';
import { CANNOT_MARKS, cannotHonour } from './travel-limits.ts';
import { missingIn } from './travel-missing.ts';
import { type Places, placesIn } from './travel-places.ts';
import { type Stay, stayIn } from './travel-stay.ts';
import { type Wishes, wishesIn } from './travel-words.ts';

type FactValues = Readonly<Record<string, string | number | undefined>>;

export type TravelFacts = {
  readonly wishes: Wishes;
  readonly facts: FactValues;
  readonly questions: readonly string[];
};

export type Known = {
  readonly places: Places;
  readonly stay: Stay;
  readonly passenger: string | undefined;
  readonly idCard: string | undefined;
  readonly email: string | undefined;
};

const given = ({ input }: Request, names: readonly string[]): string | undefined => {
  const found = names
    .map((name) => input[name])
    .find((value) => typeof value === 'string' && value !== '');
  return found as string | undefined;
};

/** What an answer says goes before what the goal says. */
function placesOf({ text, said, asked }: Request, { cities }: RuleSetting): Places {
  const inGoal = placesIn(text, cities);
  const inAnswer = placesIn(said, cities);
  const { legs } = inAnswer;
  const isRoute = inAnswer.dep !== undefined || inAnswer.arr !== undefined;
  const { dep, arr, hotel } = isRoute
    ? inAnswer
    : { ...inAnswer, ...bareCities(asked, said, cities) };
  return {
    dep: dep ?? inGoal.dep,
    arr: arr ?? inGoal.arr,
    hotel: hotel ?? inGoal.hotel ?? arr,
    legs: legs > 0 ? legs : inGoal.legs,
  };
}

function knownOf(request: Request, setting: RuleSetting, wishes: Wishes): Known {
  const { text, said, whole } = request;
  const places = placesOf(request, setting);
  const isPlace = (name: string): boolean =>
    [places.dep, places.arr, places.hotel].includes(name) ||
    setting.cities.some((city) => city.name === name || city.aliases.includes(name));
  return {
    places,
    stay: stayIn(request, wishes),
    passenger:
      given(request, ['passenger_name', 'passenger', 'name', 'guest_name']) ??
      passengerIn(said, isPlace) ??
      passengerIn(text, isPlace) ??
      bareNameIn(said, isPlace),
    idCard: given(request, ['id_card', 'idCard', 'id_number']) ?? idCardIn(said) ?? idCardIn(whole),
    email: given(request, ['email', 'to']) ?? emailsIn(said)[0] ?? emailsIn(whole)[0],
  };
}

const places = ({ flight, hotel, transfer }: Wishes, { places, stay }: Known): FactValues => {
  const flies = flight || transfer;
  return {
    dep_city: flies ? places.dep : undefined,
    arr_city: flies ? places.arr : undefined,
    hotel_city: hotel ? places.hotel : undefined,
    checkin_date: hotel ? stay.checkin : undefined,
    checkout_date: hotel ? stay.checkout : undefined,
  };
};

export function travelFacts(request: Request, setting: RuleSetting): TravelFacts {
  const { text, language, asked } = request;
  const wishes = wishesIn(text);
  const known = knownOf(request, setting, wishes);
  const { checkin = '', checkout = '' } = known.stay;
  const bounds = boundsIn(request, wishes, daysBetween(checkin, checkout) || 1);
  const departure = departureIn(request, wishes.flight);
  const wasTold = asked.includes(CANNOT_MARKS.zh) || asked.includes(CANNOT_MARKS.en);
  return {
    wishes,
    questions: [
      ...(wasTold ? [] : cannotHonour(text, language)),
      ...missingIn(request, wishes, known),
      ...bounds.contradictions,
      ...departure.questions,
    ],
    facts: {
      domain: 'travel',
      wants: (['flight', 'hotel', 'transfer', 'reminder'] as const)
        .filter((name) => wishes[name])
        .join(' '),
      look_only: wishes.lookOnly ? 'yes' : undefined,
      dep_date: known.stay.day,
      ...places(wishes, known),
      hotel_max: bounds.hotelMax,
      hotel_min: bounds.hotelMin,
      flight_max: bounds.flightMax,
      total_max: bounds.totalMax,
      leave_from: departure.from,
      leave_until: departure.until,
      passenger_name: known.passenger,
      id_card: known.idCard,
      email: wishes.reminder ? known.email : undefined,
      remind_at: wishes.reminder ? remindDay(request, known.stay.day) : undefined,
    },
  };
}
