/** Journeys told in English, in many word orders: what is understood of each, with nothing left to ask. */
import { describe, expect, it } from 'vitest';
import { factsOf, specified } from './asking.ts';

const WHO = 'passenger Ada Lovelace, ID A1234567';
const ADA = { passenger_name: 'Ada Lovelace', id_card: 'A1234567' };
const ROUTE = { dep_city: 'Beijing', arr_city: 'Shanghai', dep_date: '2026-12-10' };
const FLIGHT = 'Book a flight from Beijing to Shanghai on Dec 10';
const BOTH = 'Book flight and hotel Beijing to Shanghai Dec 10';

const UNDERSTOOD: [string, Record<string, string>][] = [
  [
    'Please book me a flight from Beijing to Shanghai on 10 December 2026. Passenger: Ada Lovelace. ID: A1234567.',
    { ...ROUTE, ...ADA, wants: 'flight' },
  ],
  [
    'Could you get me a plane ticket, Beijing to Shanghai, Dec 10th? Passenger Ada, ID A1234567',
    { passenger_name: 'Ada' },
  ],
  [
    'i want to fly to shanghai from beijing on 2026-12-10, passenger Ada Lovelace, id A1234567',
    { dep_city: 'beijing', arr_city: 'shanghai', ...ADA },
  ],
  [
    'flight beijing shanghai 10 Dec, passenger Ada Lovelace, ID A1234567',
    { dep_city: 'beijing', arr_city: 'shanghai' },
  ],
  [
    'BOOK A FLIGHT FROM BEIJING TO SHANGHAI ON DEC 10, PASSENGER ADA LOVELACE, ID A1234567',
    { dep_city: 'BEIJING', passenger_name: 'ADA LOVELACE' },
  ],
  [
    "My name is Ada Lovelace, ID A1234567, I'd like to fly from Beijing to Shanghai on Dec 10",
    { ...ROUTE, ...ADA },
  ],
  ["I'm Ada Lovelace (A1234567). Book Beijing to Shanghai, Dec 10, flight.", { ...ROUTE, ...ADA }],
  ['Ada Lovelace, A1234567, Beijing to Shanghai, 10 December, flight please', { ...ROUTE, ...ADA }],
  [
    `${FLIGHT} for J. R. R. Tolkien (ID P1234567)`,
    { passenger_name: 'J. R. R. Tolkien', id_card: 'P1234567' },
  ],
  [`${FLIGHT}, passenger Maria da Silva, ID P1234567`, { passenger_name: 'Maria da Silva' }],
  [
    `${FLIGHT}, passenger Jean-Pierre O'Neil, passport AB1234567`,
    { passenger_name: "Jean-Pierre O'Neil", id_card: 'AB1234567' },
  ],
  [`${FLIGHT} for José Núñez, ID P1234567`, { passenger_name: 'José Núñez' }],
  [
    `Book a flight from New York to Los Angeles on Dec 10, ${WHO}`,
    { dep_city: 'New York', arr_city: 'Los Angeles' },
  ],
  [
    `Book a flight from San Francisco to Hong Kong on Dec 10 and a hotel there for 2 nights, ${WHO}`,
    {
      dep_city: 'San Francisco',
      arr_city: 'Hong Kong',
      hotel_city: 'Hong Kong',
      checkout_date: '2026-12-12',
    },
  ],
  [
    `Book a flight from Beijing to Shanghai next Friday, under 800, ${WHO}`,
    { dep_date: '2026-12-11', flight_max: '800' },
  ],
  [
    `${FLIGHT} that leaves before noon and costs no more than 1.2k yuan, ${WHO}`,
    { leave_until: '12:00', flight_max: '1200' },
  ],
  [
    `Book a flight from Beijing to Shanghai in 3 days for Ada Lovelace (ID A1234567), no earlier than 9am`,
    { dep_date: '2026-12-04', leave_from: '09:00', ...ADA },
  ],
  [
    `${FLIGHT}, leaving between 9:00 and 1:30 pm, ${WHO}`,
    { leave_from: '09:00', leave_until: '13:30' },
  ],
  [`${FLIGHT}, not before noon, ${WHO}`, { leave_from: '12:00' }],
  [
    `Fly me from Beijing to Shanghai tomorrow evening, ${WHO}`,
    { dep_date: '2026-12-02', leave_from: '18:00' },
  ],
  [
    `Book a flight from Beijing to Shanghai tonight, ${WHO}`,
    { dep_date: '2026-12-01', leave_from: '18:00' },
  ],
  [`Book an economy flight from Beijing to Shanghai on Dec 10, ${WHO}`, ROUTE],
  [`${BOTH}, budget 3,000 in total, ${WHO}`, { total_max: '3000', wants: 'flight hotel' }],
  [
    `${BOTH}, at most 500 per night and at most 900 for the flight, ${WHO}`,
    { hotel_max: '500', flight_max: '900' },
  ],
  [
    `${BOTH}, max 500 yuan a night, flight max 900, ${WHO}`,
    { hotel_max: '500', flight_max: '900' },
  ],
  [
    `Book a flight and a hotel, Beijing to Shanghai, Dec 10, two nights, hotel 300 to 600 per night, flight at most 1,000, ${WHO}`,
    { hotel_min: '300', hotel_max: '600', flight_max: '1000', checkout_date: '2026-12-12' },
  ],
  [
    'Reserve a room in Hangzhou, Dec 20 to Dec 23, guest Jean-Luc Picard, passport FR1234567, less than 600 a night',
    { hotel_city: 'Hangzhou', checkout_date: '2026-12-23', hotel_max: '600', id_card: 'FR1234567' },
  ],
  [
    "Reserve a room in hangzhou, check in Dec 20, check out Dec 23, guest O'Brien, passport FR1234567",
    { checkin_date: '2026-12-20', checkout_date: '2026-12-23', passenger_name: "O'Brien" },
  ],
  [
    'Book a hotel in Hangzhou from Dec 20 for a week, guest Ann Lee, passport FR1234567',
    { checkout_date: '2026-12-27' },
  ],
  [
    'Hotel in Hangzhou on Dec 20 between 300 and 500 yuan, guest Ann Lee, passport FR1234567',
    { hotel_min: '300', hotel_max: '500' },
  ],
  [
    'Hotel in Shanghai Dec 10 through Dec 14 for Ada Lovelace, ID A1234567, not exceeding 700 yuan',
    { checkout_date: '2026-12-14', hotel_max: '700' },
  ],
  [
    'flight: from=Beijing; to=Shanghai; date=2026-12-10; passenger=Ada Lovelace; id=A1234567',
    { ...ROUTE, ...ADA },
  ],
  [`${BOTH}, hotel no more than CNY 600, ${WHO}`, { hotel_max: '600' }],
  ['How much is a flight from Beijing to Shanghai on Dec 10?', { ...ROUTE, look_only: 'yes' }],
  [
    'What flights are there from Beijing to Shanghai tomorrow morning?',
    { look_only: 'yes', leave_until: '12:00' },
  ],
  [
    'Are there any hotels in Shanghai tomorrow under 500?',
    { look_only: 'yes', hotel_city: 'Shanghai', hotel_max: '500' },
  ],
  [
    "Show me hotels in beijing for Dec 10, don't book anything",
    { look_only: 'yes', hotel_city: 'beijing' },
  ],
  [
    `Book a flight Beijing to Shanghai on Dec 10 with airport pickup and send a reminder the day before to ada@example.com, ${WHO}`,
    { wants: 'flight transfer reminder', email: 'ada@example.com', remind_at: '2026-12-09' },
  ],
];

describe('a journey told in English', () => {
  it.each(UNDERSTOOD)('%s', (goal, facts) => {
    const spec = specified(goal);
    expect(spec.refused).toBeUndefined();
    expect(spec.questions).toEqual([]);
    expect(factsOf(spec)).toMatchObject({ domain: 'travel', ...facts });
    expect(spec.language).toBe('en');
  });
});
