/** What a journey may ask for that the offline model cannot honour: it is said, and asked back in one question. */
import { type Language, say } from './rule-setting.ts';

const CANNOT: readonly (readonly [RegExp, zh: string, en: string])[] = [
  [
    /往返|来回|回程|返程|返回|回来|飞回|[从由][\p{Script=Han}]{2,5}回[\p{Script=Han}]{2}|round[- ]?trip|\breturn(?:s|ing)?\b|\bback\b|\bboth ways\b/iu,
    '往返行程',
    'a return journey',
  ],
  [
    /高铁|火车|动车|列车|\btrains?\b|大巴|\bbus\b|轮船|\bferry\b/iu,
    '机票和酒店以外的交通',
    'transport other than flights',
  ],
  [
    /头等舱|商务舱|公务舱|超级经济舱|\b(?:first|business)[- ]class\b|\bpremium economy\b|靠窗|靠过道|\b(?:window|aisle) seat\b/iu,
    '舱位或座位',
    'cabin class or seat',
  ],
  [
    /直飞|中转|转机|经停|途经|经(?=[\p{Script=Han}]{2})(?!济|理|常|过去)|\bnon-?stop\b|\bdirect flight\b|\blayover\b|\bvia\b/iu,
    '直飞或中转',
    'stops on the way',
  ],
  [
    /(?:帮|给|为|替|乘客是?)(?!我|忙|订|预|买|安排)[\p{Script=Han}]{2,4}[和与及、][\p{Script=Han}]{2,4}|[2-9二两三四五六七八九十]\s*(?:张|个人|位|人|名|间)(?!以)|[我他她你][和跟与][\p{Script=Han}]{1,6}|一家[\p{Script=Han}]口|[带携]着?(?:家人|同事|老婆|妻子|丈夫|父母|朋友)|夫妻|情侣|我们(?:俩|[两二三四五六七八九十]个?)|\b(?:me|myself) and\b|\band (?:me|my (?:wife|husband|family|friends?|colleagues?|partner|boss|son|daughter|parents))\b|\bwith my (?:wife|husband|family|friends?|colleagues?|partner)\b|\b(?:[Bb]oth|[Aa] couple) of us\b|\bpassengers:\s|(?:\b(?:two|three|four|five|six|[2-9])\s+(?:people|persons|passengers|adults|tickets|seats|rooms))/iu,
    '多位乘客或多间房',
    'several passengers or rooms',
  ],
  [
    /(?:\b[Ff]or|[Pp]assengers?:?|[Gg]uests?:?)\s+[A-Z][\w.'-]*(?: [A-Z][\w.'-]*)* (?:and|&) [A-Z]/u,
    '多位乘客',
    'several passengers',
  ],
  [
    /(?<!\d)(\d{17}[\dX])(?![\dX]).*?(?<!\d)(?!\1)\d{17}[\dX]/isu,
    '多个证件号码',
    'several identity numbers',
  ],
  [
    /取消|退票|改签|\bcancel\b|\brebook\b|\bchange my\b/iu,
    '退改已有的预订',
    'changing or cancelling a booking',
  ],
  [/天气|穿什么|\bweather\b/iu, '行程之外的天气', 'the weather beside a journey'],
  [
    /[五四三]星|\b(?:five|four|three|[345])[- ]star\b|早餐|\bbreakfast\b|泳池|\bpool\b|大床|双床|套房|海景|\bsuites?\b/iu,
    '酒店等级、房型或设施',
    'class or facilities of the hotel',
  ],
  [
    /附近|靠近|旁边|希尔顿|万豪|如家|汉庭|全季|香格里拉|亚朵|凯悦|洲际|喜来登|\bnear\b|\bclose to\b|\bhilton\b|\bmarriott\b|\bhyatt\b|\bsheraton\b/iu,
    '指定酒店品牌或位置',
    'a certain hotel or place in the city',
  ],
  [
    /(?:国|东|南|海|川|厦|深)航(?![班线])|航空|\bairlines?\b|\bairways\b|\bair china\b|\bflight (?:no\.? ?|number )?[A-Z]{2}\d{3,4}\b|(?<![A-Z\d])[A-Z]{2}\d{3,4}(?=号?(?:航班|次))/iu,
    '指定航空公司或航班号',
    'a certain airline or flight number',
  ],
  [
    /最[早晚](?!\s*(?:在|是)?\s*(?:[\d一二两三四五六七八九十]|上午|下午|晚上|早上|中午))|最快|最短|越[快早晚]越好|最贵|评分|\b(?:earliest|latest)\b(?!\s*(?:at\s*)?\d)|\bas (?:early|late|soon) as possible\b|\bfastest\b|\bbest[- ]rated\b|\bmost expensive\b/iu,
    '最便宜以外的优先顺序',
    'an order other than the cheapest first',
  ],
  [
    /儿童|小孩|孩子|婴儿|宠物|\bchild(?:ren)?\b|\bkids?\b|\binfants?\b|\bpets?\b/iu,
    '同行的儿童或宠物',
    'children or pets',
  ],
  [
    /保险|签证|租车|门票|发票|行李|\binsurance\b|\bvisa\b|\bcar rental\b|\brent a car\b|\binvoice\b|\b(?:luggage|baggage)\b/iu,
    '附加服务',
    'extra services',
  ],
  [
    /[$€£]\s*\d|美元|美金|欧元|英镑|日元|港币|港元|\d\s*(?:USD|EUR|GBP|JPY|HKD)\b|\b(?:dollars?|euros?|pounds|usd|eur|gbp)\b/iu,
    '人民币以外的货币',
    'currencies other than yuan',
  ],
  [
    /首都机场|首都国际机场|大兴|虹桥|浦东|白云机场|双流|天府机场|成田|羽田|\b(?:heathrow|gatwick|narita|haneda|hongqiao|pudong|daxing)\b/iu,
    '指定机场',
    'a certain airport',
  ],
  [
    /餐食|素食|清真餐|[含带有]餐|\bmeals?\b|\bvegetarian\b|无烟|\b(?:non-?)?smoking\b|轮椅|\bwheelchair\b/iu,
    '餐食、无烟房或轮椅',
    'meals, smoking or wheelchairs',
  ],
  [
    /(?<!先)里程|积分|会员|优惠券|\bair miles\b|\bfrequent flyer\b|\bloyalty (?:card|number|points)\b|\bcoupons?\b/iu,
    '会员、积分或优惠',
    'membership or discounts',
  ],
  [
    /接机.{0,4}(?:到|去|至|送往)(?!达|后|酒店|宾馆|[a-z\d])[\p{Script=Han}]{2}|\b(?:transfer|pick[- ]?up|car) (?:from .{1,30} )?to (?!the hotel|my hotel)[\p{L}]/iu,
    '指定接机的终点',
    'a transfer to a certain place',
  ],
  [
    /提前.{1,6}小时|\bhours? (?:before|ahead|earlier)\b/iu,
    '按小时提前的提醒',
    'a reminder hours ahead',
  ],
  [
    /^(?![\s\S]*(?:提醒|\bremind))[\s\S]*(?:@|发邮件|\be-?mail\b)/iu,
    '除提醒以外的邮件',
    'mail other than a reminder',
  ],
  [/(?<!接)送机|\bto the airport\b|\bdrop[- ]?off\b/iu, '去机场的送机', 'a ride to the airport'],
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
