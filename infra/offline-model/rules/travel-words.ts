/** Which parts of a journey a text asks for, and whether they are to be booked. */

const FLIGHT =
  /机票|航班|飞机|飞往|飞到|[订买]票|[有没]票|往返|来回票|\bround[- ]?trip\b|[\p{Script=Han}]飞[\p{Script=Han}]|\bflights?\b|\bfly(?:ing)?\b|\bplane\b/iu;
const HOTEL =
  /酒店|宾馆|旅馆|旅店|住宿|客房|房间|间.{0,8}房|住[一二两三四五六七\d]+晚|住.{0,3}(?:周|星期|礼拜|[一二两三四五六七\d]天)|入住|有房|\bhotels?\b|\brooms?\b|\baccommodation\b|\bplace to stay\b/iu;
const TRANSFER = /接机|送机|接送|用车|专车|\btransfers?\b|\bpick[- ]?up\b|\bairport car\b/iu;
const REMINDER = /提醒|\bremind(?:er|ers)?\b/iu;
/** A whole trip, when no part of it is named. */
const TRIP = /差旅|出差|\bbusiness trip\b|\btrip to\b/iu;
const BOOK = /订|买|安排|\bbook|\breserve|\barrange|\bget me\b|\bbuy\b/iu;
const LOOK =
  /查|看看|看一下|有哪些|有什么|有没有|有.{0,12}吗|多少钱|找|\bhow much\b|\b(?:are|is) there\b|\bcheck\b(?![- ]?(?:in|out))|\bcompare\b|\blist\b|\bshow\b|\bfind\b|\bwhich\b|\bwhat\b|\bsearch\b|\blook (?:up|for)\b/iu;

/** It is said that nothing shall be booked. */
const NO_BOOKING =
  /(?:先|暂时|暂|还|只查|只看)?(?:不要?|别|不用|不必|无需|不急着)(?:先|急着)?(?:预?订|下单|买)(?!\s*(?:酒店|宾馆|机票|航班|接|用车|提醒))|\b(?:do not|don['’]t|without|not|nothing|no need to) (?:yet )?(?:to )?book(?:ing)?\b(?!\s+(?:an?|any|the)?\s*(?:hotel|room|flight|transfer))/giu;
/** Where the car goes to, not what is to be booked. */
const TO_HOTEL =
  /\b(?:transfers?|pick[- ]?up|car)\s+(?:from\s+\S+\s+(?:airport\s+)?)?to\s+(?:the|my|our)\s+hotel\b|(?:接机|接送|用车|专车)?(?:送?到|去|至)酒店的?(?=接机|接送|用车|专车)|(?:接机|接送|用车|专车)(?:到|去|至)酒店/giu;

export type Wishes = {
  readonly flight: boolean;
  readonly hotel: boolean;
  readonly transfer: boolean;
  readonly reminder: boolean;
  /** Prices and times only; nothing is booked. */
  readonly lookOnly: boolean;
};

/** What is named only to say that it is not wanted. */
const UNWANTED =
  /(?:不要|不需要|不用|无需|不必|不想要?|别订|不订|不含|without|\bno|do(?:n't| not) (?:need|want|book))\s*(?:an?\s+|any\s+|the\s+)?[\p{Script=Han}]{0,3}?(?:酒店|宾馆|住宿|机票|航班|接机|接送机?|送机|用车|提醒|hotels?|rooms?|flights?|transfers?|pick-?up|reminders?)/giu;

export function wishesIn(whole: string): Wishes {
  const isBooked = !whole.match(NO_BOOKING);
  const text = whole.replace(UNWANTED, ' ').replace(NO_BOOKING, ' ').replace(TO_HOTEL, '接机');
  const transfer = TRANSFER.test(text);
  const named = { flight: FLIGHT.test(text.replace(TRANSFER, '')), hotel: HOTEL.test(text) };
  const isTrip = TRIP.test(text) && BOOK.test(text) && !named.flight && !named.hotel && !transfer;
  return {
    flight: named.flight || isTrip,
    hotel: named.hotel || isTrip,
    transfer,
    reminder: REMINDER.test(text),
    lookOnly: !isBooked || (LOOK.test(text) && !BOOK.test(text) && !transfer),
  };
}

export const goesToHotel = (text: string): boolean => text.search(TO_HOTEL) >= 0;

export const isTravel = (text: string): boolean => {
  const { flight, hotel, transfer } = wishesIn(text);
  return flight || hotel || transfer;
};
