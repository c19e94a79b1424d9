/** What a journey asks for and the rules cannot keep, or cannot place: asked back, never ignored. */
import { describe, expect, it } from 'vitest';
import { factsOf, specified } from './asking.ts';

const WHO = '乘客张三，身份证110101199001011234';
const FLIGHT = '订12月10日北京到上海的机票';
const BOTH = '订12月10日北京到上海的机票和酒店';
const ADA = 'passenger Ada Lovelace, ID A1234567';
const FLY = 'Book a flight from Beijing to Shanghai on Dec 10';

const ASKED: [string, RegExp][] = [
  [`${FLIGHT}，然后12月12日从上海回北京，${WHO}`, /往返/],
  [`${FLY} and fly back on Dec 12, ${ADA}`, /return journey/],
  [`Book a round trip Beijing to Shanghai, Dec 10 to Dec 12, ${ADA}`, /return journey/],
  [`${FLY}, then on to Tokyo on Dec 12, ${ADA}`, /Dec 12/],
  [`${FLIGHT}，我和我老婆，${WHO}`, /多位乘客/],
  [`${FLIGHT}，一家三口，${WHO}`, /多位乘客/],
  [`${FLY} for me and my wife, ${ADA}`, /several passengers/],
  [`Book a business-class flight from Beijing to Shanghai on Dec 10, ${ADA}`, /cabin class/],
  [`${FLY}, aisle seat, ${ADA}`, /seat/],
  [`${FLY}, vegetarian meal, ${ADA}`, /meals/],
  [`订12月10日北京首都机场到上海虹桥的机票，${WHO}`, /指定机场/],
  [`${FLIGHT}，越快越好，${WHO}`, /优先顺序/],
  [`${FLIGHT}，最晚18:00到达，${WHO}`, /18:00.*起飞/],
  [`${FLY}, must arrive by 6pm, ${ADA}`, /"6pm"/],
  [`${FLIGHT}，中午出发，${WHO}`, /中午/],
  [`${FLY} at 9am, ${ADA}`, /"9am"/],
  [`${FLIGHT}，不要早班机，${WHO}`, /不要早班/],
  [`${FLIGHT}，20点以后8点以前，${WHO}`, /起飞时间矛盾/],
  [`${BOTH}，不超过1000，${WHO}`, /1000.*上限/],
  [`${BOTH}，酒店四百块左右，${WHO}`, /四百块/],
  [`Book flight and hotel Beijing to Shanghai Dec 10, around 1000 yuan, ${ADA}`, /1000/],
  [`${BOTH}，酒店300美元以内，${WHO}`, /货币/],
  [`Book flight and hotel Beijing to Shanghai Dec 10, hotel under $100, ${ADA}`, /currencies/],
  [`${BOTH}，酒店住3天，${WHO}`, /住3天/],
  [`Book a hotel in Shanghai for 3 days from Dec 10, guest Ann Lee, ID A1234567`, /3 days/],
  [`Book a hotel in Shanghai from December 10 to 12, guest Ann Lee, ID A1234567`, /10 to 12|date/],
  [`Book a hotel in London on 20 and 21 December, guest Ann Lee, ID A1234567`, /20 and 21|date/],
  [`订12月10日上海的酒店，四五百的，${WHO}`, /四五百/],
  [`${FLIGHT}，并发邮件通知 a@b.com，${WHO}`, /邮件/],
  [`${FLIGHT}，接机要到外滩，${WHO}`, /接机的终点/],
  [`${FLY} and a transfer to the hotel, ${ADA}`, /which hotel/],
  [`${FLIGHT}，提前两小时提醒，发到a@b.com，${WHO}`, /按小时/],
  [`订昨天北京到上海的机票，${WHO}`, /已经过去/],
  [`${FLIGHT}，张三和李四，身份证110101199001011234和110101199001011235`, /证件号码/],
];

describe('what cannot be kept or placed', () => {
  it.each(ASKED)('is asked about: %s', (goal, words) => {
    const { questions, refused } = specified(goal);
    expect(refused).toBeUndefined();
    expect(questions.join('\n')).toMatch(words);
  });
});

const again = (goal: string, answer: string) => {
  const { questions } = specified(goal);
  expect(questions).not.toEqual([]);
  return specified(goal, { answers: [{ question: questions.join('\n'), answer }] });
};

describe('an answer', () => {
  it.each([
    [`${BOTH}，不超过1000，${WHO}`, '总价', { total_max: '1000' }],
    [`${BOTH}，1000元，${WHO}`, '酒店每晚', { hotel_max: '1000' }],
    [`${BOTH}，1000元左右，${WHO}`, '机票不超过1100', { flight_max: '1100' }],
    [`${FLIGHT}，最晚18:00到达，${WHO}`, '下午两点前起飞', { leave_until: '14:00' }],
    [
      `${FLIGHT}，中午出发，${WHO}`,
      '11点到13点之间',
      { leave_from: '11:00', leave_until: '13:00' },
    ],
    [
      `Book a flight to Shanghai on Dec 10, ${ADA}`,
      'Beijing',
      { dep_city: 'Beijing', arr_city: 'Shanghai' },
    ],
    [`订12月10日飞往上海的机票，${WHO}`, '青岛', { dep_city: '青岛', arr_city: '上海' }],
    [
      '订酒店',
      '杭州 12月20日到22日 王芳 E1234567',
      {
        hotel_city: '杭州',
        checkout_date: '2026-12-22',
        passenger_name: '王芳',
        id_card: 'E1234567',
      },
    ],
    [FLY, 'Ada Lovelace, A1234567', { passenger_name: 'Ada Lovelace', id_card: 'A1234567' }],
    [FLY, 'My name is Ada Lovelace and my ID is A1234567', { passenger_name: 'Ada Lovelace' }],
    [
      `Book a round trip Beijing to Shanghai, Dec 10 to Dec 12, ${ADA}`,
      'one way on Dec 10',
      { dep_date: '2026-12-10' },
    ],
  ])('settles it: %s → %s', (goal, answer, facts) => {
    const spec = again(goal, answer);
    expect(spec.questions).toEqual([]);
    expect(factsOf(spec)).toMatchObject(facts);
  });
});
