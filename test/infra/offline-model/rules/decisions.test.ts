import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FaultName } from '../../../../infra/faults/fault-names.ts';
import { answerByRule } from '../../../../infra/offline-model/rules/answer-by-rule.ts';
import { ungroundedIn } from '../../../../services/observer/grounding.ts';
import { evaluateBindings } from '../../../../shared/bindings/bindings.ts';
import { safeJsonata } from '../../../../shared/bindings/safe-jsonata.ts';
import { completeLimits } from '../../../../shared/events/limits.ts';
import type { Feedback, Prior } from '../../../../shared/events/shapes.ts';
import { PURPOSES } from '../../../../shared/model/purposes.ts';
import { ActReply, AnswerReply, PlanReply, SpecReply } from '../../../../shared/model/replies.ts';
import { checkPlan } from '../../../../shared/plan/check-plan.ts';
import { SETTING, specified } from './asking.ts';

const GOAL =
  '订12月10日北京到上海的机票和酒店，机票不超过900，酒店300到700元，乘客张三，身份证110101199001011234，安排接机，提醒发给 a@b.com';
const GOALS = [
  GOAL,
  '查一下这周五北京的天气，穿什么',
  '整理本周周报，发给 team@example.com',
  'double n=21',
];

const faulty = (fault: FaultName | undefined) => ({ ...SETTING, fault });
const planOf = (goal: string, more: object = {}, fault?: FaultName) =>
  PlanReply.parse(answerByRule('plan', { spec: specified(goal), ...more }, faulty(fault)));

const feedback = (params: Record<string, unknown>, changed: Partial<Feedback> = {}): Feedback => ({
  class: 'parameter',
  code: 'SOLD_OUT',
  message: 'sold out',
  rejected: { tool: 'book_flight', params },
  evidence: [],
  ...changed,
});

const row = (flight_no: string, price: number, stock?: number) => ({
  flight_no,
  price,
  dep_time: '08:00',
  ...(stock === undefined ? {} : { stock }),
});
const prior = (tool: string, data: unknown): Prior[string] => ({
  tool,
  params: {},
  summary: '',
  conclusion: '',
  data,
});
const RESULTS: Prior = {
  s1: prior('query_flight', {
    flights: [row('A1', 850), row('A2', 700, 0), row('A3', 600), row('A4', 950, 9)],
  }),
  s2: prior('query_hotel', {
    hotels: [
      { hotel_id: 'H1', name: '云栖', price: 400, stock: 2 },
      { hotel_id: 'H2', name: '湖心', price: 200, stock: 2 },
    ],
  }),
};
const stepOf = (tool: string) => planOf(GOAL).steps.find((step) => step.tool === tool);
const act = (tool: string, given: readonly Feedback[] = [], fault?: FaultName) =>
  answerByRule(
    'act',
    { spec: specified(GOAL), step: stepOf(tool), results: RESULTS, feedback: given },
    faulty(fault),
  );

describe('a plan', () => {
  it.each(GOALS)('fits every form and can be carried out: %s', (goal) => {
    const { questions, ...spec } = SpecReply.parse(specified(goal));
    expect(questions).toEqual([]);
    const { steps } = planOf(goal);
    expect(checkPlan(steps, completeLimits({}, 'plan'))).toHaveLength(steps.length);
    const tools = steps.map(({ tool }) => tool);
    expect(tools).toEqual(expect.arrayContaining(spec.requiredTools));
    for (const { check } of spec.constraints) if (check !== undefined) safeJsonata(check);
    for (const { expect: expects } of steps) for (const { test } of expects) safeJsonata(test);
  });

  it('books nothing before all queries are known to be feasible', () => {
    const { steps } = planOf(GOAL);
    for (const { tool, dependsOn } of steps)
      if (tool?.startsWith('book_flight')) expect(dependsOn).toEqual(['s1', 's2']);
  });

  it('goes on from what is accepted, under ids that are new', () => {
    const { s1 } = RESULTS;
    const { steps } = planOf(GOAL, { accepted: { s1 }, taken: ['s1', 's2', 's7'] });
    expect(steps.map(({ id }) => id)).toEqual(['s8', 's9', 's10', 's11', 's12']);
    expect(steps.map(({ tool }) => tool)).not.toContain('query_flight');
    expect(JSON.stringify(steps)).toContain('"from":"s1.flights"');
  });

  it('binds the cheapest row within every bound', async () => {
    const data = { s1: RESULTS.s1?.data, s2: RESULTS.s2?.data };
    const bound = async (tool: string) =>
      (await evaluateBindings(stepOf(tool)!.params, data)).params;
    expect(await bound('book_flight')).toMatchObject({ flight_no: 'A3' });
    expect(await bound('book_hotel')).toMatchObject({ hotel_id: 'H1' });
  });

  it('is given up when the same failure comes back', () => {
    const twice = [feedback({}), feedback({})];
    expect(
      answerByRule('plan', { spec: specified(GOAL), feedback: twice }, SETTING),
    ).toHaveProperty('refused');
  });
});

describe('an action', () => {
  it('takes the next cheapest row after each that was refused, and gives up after the last', () => {
    const refused: Feedback[] = [];
    for (const flight of ['A3', 'A1']) {
      const reply = ActReply.parse(act('book_flight', refused));
      expect(reply.params.flight_no).toBe(flight);
      refused.push(feedback(reply.params));
    }
    expect(act('book_flight', refused)).toHaveProperty('refused');
  });

  it('corrects wrong parameters, and gives up when the right ones found nothing', () => {
    const right = ActReply.parse(act('query_flight')).params;
    const wrong = feedback(
      { ...right, arr_city: '广州' },
      { rejected: { tool: 'query_flight', params: { ...right, arr_city: '广州' } } },
    );
    expect(ActReply.parse(act('query_flight', [wrong])).params).toEqual(right);
    const none = feedback(right, { rejected: { tool: 'query_flight', params: right } });
    expect(act('query_flight', [none])).toHaveProperty('refused');
  });

  it('keeps a row that was only asked for in the wrong way', () => {
    const asked = feedback({ flight_no: 'A3' }, { code: 'CONSTRAINT_BROKEN' });
    expect(ActReply.parse(act('book_flight', [asked])).params.flight_no).toBe('A3');
  });
});

describe('a fault of the model', () => {
  it.each([
    ['wrong-params', (reply: ActReply) => reply.params.arr_city !== '上海'],
    ['bad-date', (reply: ActReply) => reply.params.dep_date === '周五'],
    ['wrong-tool', (reply: ActReply) => reply.tool === 'query_hotel'],
  ] as const)('%s shows in the first question only', (fault, isWrong) => {
    expect(isWrong(ActReply.parse(act('query_flight', [], fault)))).toBe(true);
    const corrected = act(
      'query_flight',
      [feedback({}, { rejected: { tool: 'x', params: {} } })],
      fault,
    );
    expect(isWrong(ActReply.parse(corrected))).toBe(false);
  });

  it('missing-step leaves the hotel out once', () => {
    const toolsOf = (more: object) =>
      planOf(GOAL, more, 'missing-step').steps.map(({ tool }) => tool);
    expect(toolsOf({})).not.toContain('query_hotel');
    expect(toolsOf({ feedback: [feedback({})] })).toContain('query_hotel');
  });
});

describe('an answer', () => {
  it('covers the goal and every constraint, and is grounded with the sum that it computes', async () => {
    const spec = specified(GOAL);
    const flight = {
      flight_no: 'A3',
      dep_date: '2026-12-10',
      dep_time: '08:00',
      arr_time: '10:00',
      price: 600,
      order_no: 'FL1',
    };
    const hotel = {
      name: '云栖',
      checkin_date: '2026-12-10',
      checkout_date: '2026-12-11',
      nights: 1,
      price: 400,
      total: 400,
      order_no: 'HT1',
    };
    const results: Prior = {
      ...RESULTS,
      s3: prior('book_flight', flight),
      s4: prior('book_hotel', hotel),
    };
    const reply = AnswerReply.parse(answerByRule('answer', { spec, results }, SETTING));
    const covered = reply.covers.map(({ of }) => of);
    expect(covered).toEqual(
      expect.arrayContaining(['goal', ...spec.constraints.map(({ id }) => id)]),
    );
    const sums = await Promise.all(
      reply.computed.map((rule) => safeJsonata(rule).evaluate({ results, spec })),
    );
    expect(sums).toEqual([1_000]);
    expect(ungroundedIn(reply.text, { spec, results, computed: sums })).toEqual([]);
    expect(ungroundedIn(reply.text, { spec, results, computed: [] })).toEqual(['1000']);
    expect(reply.text).not.toContain('110101199001011234');
  });
});

describe('any document', () => {
  it('is answered, never thrown at, and always the same', () => {
    const purposes = fc.constantFrom(...PURPOSES);
    const documents = fc.oneof(
      fc.jsonValue(),
      fc
        .string({ maxLength: 200 })
        .map((goal) => ({ goal, now: '2026-12-01T00:00:00.000Z', timeZone: 'UTC' })),
      fc
        .jsonValue()
        .map((results) => ({ spec: specified(GOAL), step: stepOf('book_flight'), results })),
    );
    fc.assert(
      fc.property(purposes, documents, (purpose, document) => {
        const reply = answerByRule(purpose, document, SETTING);
        expect(answerByRule(purpose, document, SETTING)).toEqual(reply);
        expect(Object.keys(reply)).not.toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
