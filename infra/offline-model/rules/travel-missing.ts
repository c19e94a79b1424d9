/** What a journey cannot be planned without, asked for in one question; and what makes no sense as it stands. */
import { dayOf, daysBetween } from '../../../shared/dates/zoned-day.ts';
import type { Request } from './request-text.ts';
import { askIf, type Language, say } from './rule-setting.ts';
import type { Known } from './travel-facts.ts';
import { goesToHotel, type Wishes } from './travel-words.ts';

type Need = { readonly isOpen: boolean; readonly zh: string; readonly en: string };

const needsOf = (days: number, wishes: Wishes, known: Known): Need[] => {
  const { flight, hotel, transfer, reminder, lookOnly } = wishes;
  const { places, passenger, idCard, email } = known;
  const flies = flight || transfer;
  return [
    { isOpen: flies && places.dep === undefined, zh: '出发城市', en: 'the city of departure' },
    { isOpen: flies && places.arr === undefined, zh: '到达城市', en: 'the city of arrival' },
    {
      isOpen: transfer && !flight,
      zh: '接机对应的航班（一并预订）',
      en: 'the flight to book with the transfer',
    },
    {
      isOpen: hotel && !flies && places.hotel === undefined,
      zh: '酒店所在城市',
      en: 'the city of the hotel',
    },
    { isOpen: days === 0, zh: '日期', en: 'the date' },
    {
      isOpen: !lookOnly && passenger === undefined,
      zh: '乘客姓名',
      en: 'the name of the passenger',
    },
    {
      isOpen: !lookOnly && idCard === undefined,
      zh: '证件号码',
      en: 'the number of the identity card',
    },
    {
      isOpen: reminder && email === undefined,
      zh: '接收提醒的邮箱',
      en: 'the e-mail address for the reminder',
    },
  ].filter(({ isOpen }) => isOpen);
};

const asOneQuestion = (needs: readonly Need[], language: Language): string[] =>
  needs.length === 0
    ? []
    : [
        say(
          language,
          `请补充：${needs.map(({ zh }) => zh).join('、')}。`,
          `Please tell ${needs.map(({ en }) => en).join(', ')}.`,
        ),
      ];

const sameCity = ({ places: { dep, arr } }: Known, language: Language): string[] =>
  dep === undefined || dep !== arr
    ? []
    : [
        say(
          language,
          `出发和到达都是${dep}，要从哪里到哪里？`,
          `Both ends of the flight are ${dep}. From where to where?`,
        ),
      ];

const oddStay = ({ stay: { checkin, checkout } }: Known, language: Language): string[] => {
  if (checkin === undefined || checkout === undefined) return [];
  const nights = daysBetween(checkin, checkout);
  return nights >= 1 && nights <= 30
    ? []
    : [
        say(
          language,
          `从 ${checkin} 到 ${checkout} 不是 1 到 30 晚，住到哪天？`,
          `${checkin} to ${checkout} is not a stay of 1 to 30 nights. Until when?`,
        ),
      ];
};

/** Two days with an "or" between them. */
const eitherDay = ({ whole, days, language }: Request): string[] => {
  const [first, second] = days;
  if (first === undefined || second === undefined) return [];
  const start = whole.indexOf(first.text) + first.text.length;
  const between = whole.slice(start, Math.max(start, whole.indexOf(second.text, start)));
  return /^\s*(?:或者?|还是|or)\s*(?:on\s+)?$/iu.test(between)
    ? [
        say(
          language,
          `${first.text}还是${second.text}，选哪一天？`,
          `${first.text} or ${second.text}: which day?`,
        ),
      ]
    : [];
};

/** 昨天 is a day that can be meant, but not one to travel on. */
const pastDay = ({ stay: { day } }: Known, { now, timeZone, language }: Request): string[] =>
  askIf(
    day !== undefined && day < dayOf(now, timeZone),
    say(language, `${day} 已经过去了，要哪一天？`, `${day} is past. Which day shall it be?`),
  );

/** Where the car goes to must be known. */
const whichHotel = ({ text, said, language }: Request, { transfer, hotel }: Wishes): string[] =>
  askIf(
    transfer && !hotel && said === '' && goesToHotel(text),
    say(
      language,
      '接机送到哪家酒店：一并预订酒店，还是只送到市区？',
      'To which hotel shall the transfer go: shall a hotel be booked too, or is the centre enough?',
    ),
  );

/** Dates are never guessed, and none is ignored. */
const unclearDates = ({ stay: { doubt } }: Known, language: Language): string[] =>
  doubt.length === 0
    ? []
    : [
        say(
          language,
          `日期（${doubt.join('、')}）不明确：航班、入住、退房各是哪一天？`,
          `The dates (${doubt.join(', ')}) are not clear: which day is the flight, the check-in, the check-out?`,
        ),
      ];

const severalLegs = ({ places: { legs } }: Known, language: Language): string[] =>
  legs <= 1
    ? []
    : [say(language, '一次只能订一段航程，要订哪一段？', 'One flight at a time: which of them?')];

export const missingIn = (request: Request, wishes: Wishes, known: Known): string[] => {
  const either = eitherDay(request);
  return [
    ...asOneQuestion(needsOf(request.days.length, wishes, known), request.language),
    ...either,
    ...(either.length > 0 ? [] : unclearDates(known, request.language)),
    ...pastDay(known, request),
    ...whichHotel(request, wishes),
    ...severalLegs(known, request.language),
    ...sameCity(known, request.language),
    ...(wishes.hotel ? oddStay(known, request.language) : []),
  ];
};
