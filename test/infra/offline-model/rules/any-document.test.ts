/** Whatever a document says: it is answered or refused, in the form of its purpose, and never thrown at. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { FAULT_NAMES } from '../../../../infra/faults/fault-names.ts';
import { answerByRule } from '../../../../infra/offline-model/rules/answer-by-rule.ts';
import { safeJsonata } from '../../../../shared/bindings/safe-jsonata.ts';
import type { Purpose } from '../../../../shared/model/purposes.ts';
import {
  ActReply,
  AnswerReply,
  PlanReply,
  ReasonReply,
  Refused,
  SpecReply,
} from '../../../../shared/model/replies.ts';
import { SETTING, specified } from './asking.ts';

const FORMS: Partial<Record<Purpose, z.ZodType>> = {
  ...{
    specify: SpecReply,
    plan: PlanReply,
    act: ActReply,
    reason: ReasonReply,
    answer: AnswerReply,
  },
};

const KEYS =
  'dep_city arr_city dep_date wants look_only hotel_city checkin_date checkout_date hotel_min hotel_max flight_max total_max leave_from passenger_name id_card email city date advice since until to folder tool params'.split(
    ' ',
  );
const value = fc.oneof(
  fc.constantFrom(
    '北京',
    '2026-12-10',
    'flight hotel transfer reminder',
    '900',
    '"',
    '{"a":1}',
    '{',
  ),
  fc.string({ maxLength: 12 }),
);
const context = fc
  .tuple(
    fc.constantFrom('travel', 'weather', 'report', 'tool', 'other'),
    fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 20 }),
  )
  .map(([domain, facts]) =>
    [['domain', domain], ...Object.entries(facts)].map((pair) => pair.join(': ')).join('\n'),
  );
const TOOLS = ['query_flight', 'query_hotel', 'book_flight', 'book_hotel', 'book_transfer'].concat(
  'get_weather git_log send_email send_reminder other'.split(' '),
);
const tool = fc.option(fc.constantFrom(...TOOLS), { nil: null });
const data = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc
    .constantFrom('flights', 'hotels', 'commits', 'text', '$blob')
    .chain((name) =>
      fc
        .array(fc.dictionary(fc.constantFrom('price', 'stock', 'flight_no', 'date'), value))
        .map((rows) => ({ [name]: rows })),
    ),
);
const results = fc.dictionary(
  fc.constantFrom('s1', 's2', 's3', 's4'),
  fc.record({ tool, params: fc.constant({}), summary: value, conclusion: value, data }),
);
const feedback = fc.array(
  fc.record({
    class: fc.constantFrom('parameter', 'result', 'tool'),
    code: fc.constantFrom('SOLD_OUT', 'NOT_FOUND', 'NOT_GROUNDED', 'NOT_COVERED', 'BINDING_EMPTY'),
    message: value,
    rejected: fc.record({ tool, params: fc.jsonValue() }),
    evidence: fc.constant([]),
  }),
  { maxLength: 3 },
);
const letter = fc.record({
  spec: fc.record({
    goal: value,
    constraints: fc.constant([]),
    context,
    requiredTools: fc.constant([]),
    language: fc.constantFrom('zh', 'en', 'fr'),
  }),
  step: fc.record({
    id: fc.constant('s9'),
    subtask: fc.constantFrom('summary', 'draft', 'advice', ''),
    tool,
    params: fc.constant({}),
    intent: value,
  }),
  results,
  accepted: results,
  taken: fc.array(fc.constantFrom('s1', 's7', 'x')),
  feedback,
  answerSchema: fc.constantFrom(undefined, {
    type: 'object',
    properties: { price: { type: 'number' } },
  }),
});

describe('a letter of any content', () => {
  it('gets a reply in the form of its purpose, or a refusal that says why', () => {
    const purpose = fc.constantFrom<Purpose>('plan', 'act', 'reason', 'answer');
    const fault = fc.option(fc.constantFrom(...FAULT_NAMES), { nil: undefined });
    fc.assert(
      fc.property(purpose, letter, fault, (asked, document, name) => {
        const reply = answerByRule(asked, document, { ...SETTING, fault: name });
        const form = 'refused' in reply ? Refused : FORMS[asked];
        expect(form?.safeParse(reply).error?.issues, JSON.stringify(reply)).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });
});

describe('a goal put together from any words', () => {
  const WORDS =
    '订 机票 酒店 北京 上海 从 到 12月10日 12月12日 下周 明天 住两晚 入住 退房 不超过 至少 1000元 500 总共 乘客 张三 身份证110101199001011234 天气 穿什么 周报 发给 a@b.com 接机 提醒 ， 。 book a flight from Beijing to Zorbville hotel under 800 yuan passenger Ann Lee on December 10 weather report double n=3 ( " \\ $ 不要 往返 before 10:00 下午'.split(
      ' ',
    );
  const judge = (goal: string): void => {
    const reply = specified(goal);
    if (reply.refused !== undefined) return;
    const { constraints, questions } = SpecReply.parse(reply);
    expect(questions.length).toBeLessThanOrEqual(3);
    expect(new Set(constraints.map(({ id }) => id)).size).toBe(constraints.length);
    for (const { check } of constraints) safeJsonata(check ?? 'true');
    const texts = questions.length > 0 ? [] : constraints.map(({ text }) => text);
    expect(texts.join('\n')).not.toMatch(/undefined|NaN|null/);
  };

  it('is specified in form, with checks that can be evaluated, asked back, or refused', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }), (words) => {
        for (const joint of ['', ' ']) judge(words.join(joint));
      }),
      { numRuns: 100 },
    );
  });
});
