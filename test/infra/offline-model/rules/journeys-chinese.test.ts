/** Journeys told in Chinese, in many word orders: what is understood of each, with nothing left to ask. */
import { describe, expect, it } from 'vitest';
import { factsOf, specified } from './asking.ts';

const ID = '110101199001011234';
const WHO = `乘客张三，身份证${ID}`;
const ROUTE = { dep_city: '北京', arr_city: '上海', dep_date: '2026-12-10' };
const STAY = { hotel_city: '杭州', checkin_date: '2026-12-24', passenger_name: '周杰伦' };

const UNDERSTOOD: [string, Record<string, string>][] = [
  [
    `劳驾，麻烦您给我订一张从北京飞往上海的机票，日期是二〇二六年十二月十日，乘客叫张三丰，身份证号是${ID}，谢谢！`,
    { ...ROUTE, wants: 'flight', passenger_name: '张三丰' },
  ],
  [`订票：北京－上海，１２月１０日，${WHO}`, ROUTE],
  [`12月10号北京→上海，机票1张，乘客：李，身份证：${ID}`, { ...ROUTE, passenger_name: '李' }],
  [`出发城市：北京；到达城市：上海；日期：12月10日；订机票；乘客：张三；证件：${ID}`, ROUTE],
  [`帮我订机票：出发地北京，目的地上海，时间12月10日，${WHO}`, ROUTE],
  [`去上海，从北京走，12月10日，订机票，${WHO}`, ROUTE],
  [`订12月10日飞往上海的机票（从北京出发），${WHO}`, ROUTE],
  [`订12月10日北京市到上海市的机票，${WHO}`, ROUTE],
  [
    `本人张三，身份证${ID}，想12月10日由北京前往上海，请订机票`,
    { ...ROUTE, passenger_name: '张三' },
  ],
  [`我叫张三，身份证${ID}，订12月10日北京到上海的机票`, { ...ROUTE, passenger_name: '张三' }],
  [`订12月10日北京到上海的机票，张三 ${ID}`, { ...ROUTE, passenger_name: '张三', id_card: ID }],
  [`帮我老婆订12月10日北京到上海的机票，她叫李娜，身份证${ID}`, { passenger_name: '李娜' }],
  [`替我爸王建国买12月10日北京到上海的机票，身份证${ID}`, { passenger_name: '王建国' }],
  [
    '为李娜（护照E12345678）预订 12月10日 深圳 至 杭州 的航班',
    { passenger_name: '李娜', id_card: 'E12345678', dep_city: '深圳' },
  ],
  [
    `订12月10日北京到上海的机票，机票别超过一千五百元，乘客阿依古丽·买买提，身份证${ID}`,
    { flight_max: '1500', passenger_name: '阿依古丽·买买提' },
  ],
  [`订12月10日呼和浩特飞三亚的机票，${WHO}`, { dep_city: '呼和浩特', arr_city: '三亚' }],
  [`订2026/12/10北京到上海的机票，票价八百五十元以内，${WHO}`, { ...ROUTE, flight_max: '850' }],
  [`订2026.12.10北京到上海机票，票价低于1,200元，${WHO}`, { ...ROUTE, flight_max: '1200' }],
  [`订下周五北京到上海的机票，预算两千五，${WHO}`, { dep_date: '2026-12-11', flight_max: '2500' }],
  [`订12月10日北京到上海的机票，票价≤￥1，000，${WHO}`, { flight_max: '1000' }],
  [`订12月10日北京到上海的机票，不能超过一千零五十块，${WHO}`, { flight_max: '1050' }],
  [
    `订12月10日北京到上海的机票和酒店，酒店3千以内，机票1.5千以内，${WHO}`,
    { hotel_max: '3000', flight_max: '1500' },
  ],
  [`订12月10日北京到上海的机票和酒店，总价控制在三千元，${WHO}`, { total_max: '3000' }],
  [`订12月10日北京到上海的机票，不早于9点，${WHO}`, { leave_from: '09:00' }],
  [
    `订12月10日北京到上海的机票，9点到12点之间起飞，${WHO}`,
    { leave_from: '09:00', leave_until: '12:00' },
  ],
  [`订12月10日北京到上海的机票，下午三点前起飞，${WHO}`, { leave_until: '15:00' }],
  [`订12月10日北京到上海的机票，早上八点半以后，${WHO}`, { leave_from: '08:30' }],
  [`订12月10日晚北京飞上海的机票，${WHO}`, { ...ROUTE, leave_from: '18:00' }],
  [
    '12月24日晚住杭州一家酒店，三晚，300块以下，入住人周杰伦，护照E87654321',
    { ...STAY, checkout_date: '2026-12-27', hotel_max: '300', id_card: 'E87654321' },
  ],
  [
    '12月24日至27日杭州酒店，入住人周杰伦，护照E87654321，每晚三百至五百元，请预订',
    { ...STAY, checkout_date: '2026-12-27', hotel_min: '300', hotel_max: '500' },
  ],
  [
    '订杭州12月24日起一周的酒店，入住人周杰伦，护照E87654321',
    { ...STAY, checkout_date: '2026-12-31' },
  ],
  [`订12月10日北京到上海的机票，再订杭州的酒店，${WHO}`, { ...ROUTE, hotel_city: '杭州' }],
  [`订12月10日北京到上海的机票，酒店在苏州，${WHO}`, { ...ROUTE, hotel_city: '苏州' }],
  [
    `安排12月10日北京到上海的机票、接机，提前一天提醒，发到zhang@example.com，${WHO}`,
    { wants: 'flight transfer reminder', email: 'zhang@example.com', remind_at: '2026-12-09' },
  ],
  [
    `预订酒店：城市=杭州；入住=2026-12-20；退房=2026-12-22；客人=李四；证件=${ID}；价格<=500`,
    { hotel_city: '杭州', checkout_date: '2026-12-22', passenger_name: '李四', hotel_max: '500' },
  ],
  ['帮我看看本周六从武汉到南京有没有票', { look_only: 'yes', dep_date: '2026-12-05' }],
  ['只查不订：12月10日北京到上海的机票', { ...ROUTE, look_only: 'yes' }],
  ['先不要订，看一下12月10日北京飞上海的航班', { ...ROUTE, look_only: 'yes' }],
  [
    '12月10日上海有没有500元以内的酒店？',
    { look_only: 'yes', hotel_city: '上海', hotel_max: '500' },
  ],
  [
    '能不能帮忙看看后天从成都去昆明的飞机票要多少钱？',
    { look_only: 'yes', dep_date: '2026-12-03' },
  ],
];

describe('a journey told in Chinese', () => {
  it.each(UNDERSTOOD)('%s', (goal, facts) => {
    const spec = specified(goal);
    expect(spec.refused).toBeUndefined();
    expect(spec.questions).toEqual([]);
    expect(factsOf(spec)).toMatchObject({ domain: 'travel', ...facts });
  });

  it('books what it does not only look at', () => {
    const spec = specified(`查询并预订12月10日北京到上海最便宜的机票，${WHO}`);
    expect(spec.requiredTools).toEqual(['query_flight', 'book_flight']);
  });
});
