/** Which parts of a journey a text asks for, and what in it the offline model cannot honour. */
import { type Language, say } from './rule-setting.ts';

const FLIGHT =
  /机票|航班|飞机|飞往|飞到|[\p{Script=Han}]飞[\p{Script=Han}]|\bflights?\b|\bfly(?:ing)?\b|\bplane\b/iu;
const HOTEL =
  /酒店|宾馆|旅馆|旅店|住宿|住[一二两三四五六七\d]+晚|\bhotels?\b|\brooms?\b|\baccommodation\b|\bplace to stay\b/iu;
const TRANSFER = /接机|送机|接送|用车|专车|\btransfers?\b|\bpick[- ]?up\b|\bairport car\b/iu;
const REMINDER = /提醒|\bremind(?:er|ers)?\b/iu;
const BOOK = /订|买|安排|\bbook|\breserve|\barrange|\bget me\b|\bbuy\b/iu;
const LOOK =
  /查|看看|看一下|有哪些|有没有|多少钱|找|\blist\b|\bshow\b|\bfind\b|\bwhich\b|\bwhat\b|\bsearch\b|\blook (?:up|for)\b/iu;

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
  const text = whole.replace(UNWANTED, ' ');
  const transfer = TRANSFER.test(text);
  return {
    flight: FLIGHT.test(text.replace(TRANSFER, '')),
    hotel: HOTEL.test(text),
    transfer,
    reminder: REMINDER.test(text),
    lookOnly: LOOK.test(text) && !BOOK.test(text) && !transfer,
  };
}

export const isTravel = (text: string): boolean => {
  const { flight, hotel, transfer } = wishesIn(text);
  return flight || hotel || transfer;
};

const CANNOT: readonly (readonly [RegExp, zh: string, en: string])[] = [
  [
    /往返|来回|回程|返程|返回|回来|round[- ]?trip|\breturn(?:s|ing)?\b|and back\b|\bboth ways\b/iu,
    '往返行程',
    'a return journey',
  ],
  [
    /高铁|火车|动车|列车|\btrains?\b|大巴|\bbus\b|轮船|\bferry\b/iu,
    '机票和酒店以外的交通',
    'transport other than flights',
  ],
  [
    /头等舱|商务舱|公务舱|\bfirst class\b|\bbusiness class\b|靠窗|\bwindow seat\b/iu,
    '舱位或座位',
    'cabin class or seat',
  ],
  [
    /直飞|中转|转机|经停|途经|经(?=[\p{Script=Han}]{2})(?!济|理|常|过去)|\bnon-?stop\b|\bdirect flight\b|\blayover\b|\bvia\b/iu,
    '直飞或中转',
    'stops on the way',
  ],
  [
    /(?:帮|给|为|替|乘客是?)[\p{Script=Han}]{2,4}[和与及、][\p{Script=Han}]{2,4}|[2-9二两三四五六七八九十]\s*(?:张|个人|位|人|名)(?!以)|(?:\b(?:two|three|four|five|six|[2-9])\s+(?:people|persons|passengers|adults|tickets|seats|rooms))/iu,
    '多位乘客',
    'several passengers',
  ],
  [
    /取消|退票|改签|\bcancel\b|\brebook\b|\bchange my\b/iu,
    '退改已有的预订',
    'changing or cancelling a booking',
  ],
  [/天气|穿什么|\bweather\b/iu, '行程之外的天气', 'the weather beside a journey'],
  [
    /[五四三]星|\b(?:five|four|three|[345])[- ]star\b|早餐|\bbreakfast\b|泳池|\bpool\b/iu,
    '酒店等级或设施',
    'class or facilities of the hotel',
  ],
];

export const CANNOT_MARKS = { zh: '离线模型办不到', en: 'The offline model cannot do' } as const;

/** One question for everything that would otherwise be ignored in silence. */
export function cannotHonour(text: string, language: Language): string[] {
  const named = CANNOT.filter(([pattern]) => pattern.test(text)).map(([, zh, en]) =>
    say(language, zh, en),
  );
  if (named.length === 0) return [];
  const list = named.join(say(language, '、', ', '));
  return [
    say(
      language,
      `${CANNOT_MARKS.zh}：${list}。不含这些的话，您要怎么安排？`,
      `${CANNOT_MARKS.en}: ${list}. What should be done without that?`,
    ),
  ];
}
