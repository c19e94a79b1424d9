/** A journey from its plan to its corrections, on rows as the provider gives them. */
import { describe, expect, it } from 'vitest';
import { answerByRule } from '../../../../infra/offline-model/rules/answer-by-rule.ts';
import { evaluateBindings } from '../../../../shared/bindings/bindings.ts';
import { safeJsonata } from '../../../../shared/bindings/safe-jsonata.ts';
import type { Feedback, Prior } from '../../../../shared/events/shapes.ts';
import { ActReply, PlanReply } from '../../../../shared/model/replies.ts';
import { SETTING, specified } from './asking.ts';

const GOAL =
  '订12月10日北京到上海的机票和酒店，总共不超过1500元，乘客张三，身份证110101199001011234，安排接机，提醒发给 a@b.com';
const SPEC = specified(GOAL);

const flight = (flight_no: string, price: number, stock = 3) => ({
  ...{ flight_no, price, stock, dep_time: '22:00', arr_time: '00:40' },
});
const hotel = (hotel_id: string, price: number, stock = 3) => ({
  ...{ hotel_id, price, stock, name: `酒店${hotel_id}` },
});
const prior = (tool: string, data: unknown): Prior[string] => ({
  ...{ tool, params: {}, summary: '', conclusion: '', data },
});
const FLIGHTS = { flights: [flight('A1', 900), flight('A2', 1_100), flight('A3', 1_300)] };
const HOTELS = { hotels: [hotel('H1', 400), hotel('H2', 500), hotel('H3', 700)] };
const QUERIED = { s1: prior('query_flight', FLIGHTS), s2: prior('query_hotel', HOTELS) };

const refusal = (tool: string, params: object, code = 'SOLD_OUT'): Feedback => ({
  ...{ class: 'parameter', code, message: 'it is gone', rejected: { tool, params }, evidence: [] },
});
const planOf = (more: object = {}) =>
  PlanReply.parse(answerByRule('plan', { spec: SPEC, ...more }, SETTING)).steps;
const stepOf = (tool: string, more: object = {}) =>
  planOf(more).find((step) => step.tool === tool)!;
const act = (tool: string, results: Prior, feedback: Feedback[]) =>
  answerByRule('act', { spec: SPEC, step: stepOf(tool), results, feedback }, SETTING);

describe('a total for flight and hotel', () => {
  const fits = async (flights: object[], hotels: object[]) => {
    const tests = stepOf('query_hotel').expect.map(({ test }) => test);
    const input = { data: { hotels }, results: { s1: { flights } } };
    const verdicts = await Promise.all(tests.map((test) => safeJsonata(test).evaluate(input)));
    return verdicts.every((verdict) => verdict === true);
  };

  it('is judged by the cheapest of both that can be had, before anything is booked', async () => {
    expect(await fits(FLIGHTS.flights, HOTELS.hotels)).toBe(true);
    expect(await fits([flight('A1', 1_101)], [hotel('H1', 400)])).toBe(false);
    expect(await fits([flight('A1', 100, 0), flight('A2', 1_101)], [hotel('H1', 400)])).toBe(false);
    expect(await fits([], HOTELS.hotels)).toBe(false);
    expect(stepOf('query_hotel').dependsOn).toContain('s1');
  });

  it('is kept by what is booked instead of what is gone', () => {
    const first = refusal('book_flight', { flight_no: 'A1' });
    expect(ActReply.parse(act('book_flight', QUERIED, [first])).params.flight_no).toBe('A2');
    const second = refusal('book_flight', { flight_no: 'A2' });
    expect(act('book_flight', QUERIED, [first, second])).toHaveProperty('refused');
    const booked = {
      ...QUERIED,
      s3: prior('book_flight', { ...flight('A1', 900), order_no: 'F' }),
    };
    const gone = refusal('book_hotel', { hotel_id: 'H1' });
    expect(ActReply.parse(act('book_hotel', booked, [gone])).params.hotel_id).toBe('H2');
    const both = [gone, refusal('book_hotel', { hotel_id: 'H2' })];
    expect(act('book_hotel', booked, both)).toHaveProperty('refused');
  });
});

describe('a booking', () => {
  it('waits for both queries, and comes before what builds on it', () => {
    const steps = new Map(planOf().map(({ id, tool, dependsOn }) => [tool, { id, dependsOn }]));
    const idOf = (tool: string) => steps.get(tool)?.id;
    expect(steps.get('book_flight')?.dependsOn.toSorted()).toEqual(['s1', 's2']);
    expect(steps.get('book_hotel')?.dependsOn).toContain(idOf('book_flight'));
    for (const tool of ['book_flight', 'book_hotel'])
      expect(steps.get('book_transfer')?.dependsOn).toContain(idOf(tool));
    expect(steps.get('send_reminder')?.dependsOn).toContain(idOf('book_transfer'));
  });

  it('of a transfer is for the next day when the flight lands after midnight', async () => {
    const { params, dependsOn } = stepOf('book_transfer');
    const [flightStep = '', hotelStep = ''] = dependsOn;
    const dateOf = async (arr_time: string) => {
      const results = {
        [flightStep]: { ...flight('A1', 1), arr_time },
        [hotelStep]: hotel('H1', 1),
      };
      return (await evaluateBindings(params, results)).params;
    };
    expect(await dateOf('00:40')).toMatchObject({
      date: '2026-12-11',
      time: '00:40',
      to: '酒店H1',
    });
    expect(await dateOf('23:40')).toMatchObject({ date: '2026-12-10', city: '上海' });
  });

  it('is not tried again in a new plan with the row that an earlier one could not have', async () => {
    const feedback = [refusal('book_flight', { flight_no: 'A1' })];
    const step = stepOf('book_flight', { accepted: QUERIED, taken: ['s1', 's2', 's3'], feedback });
    const bound = await evaluateBindings(step.params, { s1: FLIGHTS });
    expect(bound.params.flight_no).toBe('A2');
  });

  it('that has one way only is given up with the reason when that is refused', () => {
    const reply = act('book_transfer', QUERIED, [refusal('book_transfer', {}, 'NOT_FOUND')]);
    expect(String(reply.refused)).toContain('it is gone');
  });
});

describe('a reminder', () => {
  it('tells flight, hotel and transfer', async () => {
    const { params, dependsOn } = stepOf('send_reminder');
    const [flightStep = '', hotelStep = '', transferStep = ''] = dependsOn;
    const { body } = (
      await evaluateBindings(params, {
        [flightStep]: { ...flight('A1', 1), dep_date: '2026-12-10' },
        [hotelStep]: { ...hotel('H1', 1), checkin_date: '2026-12-10' },
        [transferStep]: { time: '00:40' },
      })
    ).params;
    expect(body).toBe('航班 A1 2026-12-10 22:00\n酒店 酒店H1 2026-12-10\n接机 00:40');
  });
});

describe('a task whose tools are not there', () => {
  it('is refused with the names of the tools', () => {
    const document = {
      ...{ goal: '北京天气', input: {}, answers: [], tools: [], dates: [] },
      ...{ now: '2026-12-01T04:00:00.000Z', timeZone: 'Asia/Shanghai' },
    };
    expect(answerByRule('specify', document, SETTING).refused).toContain('get_weather');
  });
});
