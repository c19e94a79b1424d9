/**
 * The offline model's mind: a question in, a decision out, by rules for a few domains, in Chinese and English. It
 * knows the question's document and nothing else; what it does not know it refuses.
 */
import { unreachable } from '../../../shared/errors.ts';
import type { Purpose } from '../../../shared/model/purposes.ts';
import {
  ActReply,
  AnswerReply,
  PlanReply,
  ReasonReply,
  Refused,
  SpecReply,
} from '../../../shared/model/replies.ts';
import { ActQuestion } from './act-question.ts';
import { actTravel } from './act-travel.ts';
import { corrected } from './answer-corrections.ts';
import { AnswerQuestion } from './answer-question.ts';
import { answerTravel } from './answer-travel.ts';
import { factsIn } from './context-facts.ts';
import { actTool, answerTool, planTool } from './named-tool.ts';
import { planTravel } from './plan-travel.ts';
import { PlanQuestion } from './planning.ts';
import { ReasonQuestion } from './reason-question.ts';
import { infeasible, unfit, unknown } from './refuse.ts';
import { actReport, answerReport, planReport, reasonReport } from './report.ts';
import type { RuleAnswer, RuleSetting } from './rule-setting.ts';
import { specify } from './specify.ts';
import { actWeather, answerWeather, planWeather, reasonWeather } from './weather.ts';

const domainOf = (context: string): string => factsIn(context).domain ?? '';

/** The same failure twice, and no other way known. */
const isStuck = ({ feedback }: PlanQuestion): boolean => {
  const seen = feedback.map(({ code, message }) => `${code} ${message}`);
  return new Set(seen).size < seen.length;
};

function plan(document: unknown, setting: RuleSetting): RuleAnswer {
  const question = PlanQuestion.safeParse(document);
  if (!question.success) return unknown('en');
  const { spec, feedback } = question.data;
  if (isStuck(question.data)) {
    const last = feedback.at(-1)?.message ?? '';
    return infeasible(spec.language, `没有其他办法：${last}`, `There is no other way: ${last}`);
  }
  switch (domainOf(spec.context)) {
    case 'travel':
      return planTravel(question.data, setting);
    case 'weather':
      return planWeather(question.data);
    case 'report':
      return planReport(question.data);
    case 'tool':
      return planTool(question.data);
    default:
      return unknown(spec.language);
  }
}

function act(document: unknown, setting: RuleSetting): RuleAnswer {
  const question = ActQuestion.safeParse(document);
  if (!question.success) return unknown('en');
  switch (domainOf(question.data.spec.context)) {
    case 'travel':
      return actTravel(question.data, setting);
    case 'weather':
      return actWeather(question.data);
    case 'report':
      return actReport(question.data, setting);
    case 'tool':
      return actTool(question.data);
    default:
      return unknown(question.data.spec.language);
  }
}

function reason(document: unknown): RuleAnswer {
  const question = ReasonQuestion.safeParse(document);
  if (!question.success) return unknown('en');
  switch (domainOf(question.data.spec.context)) {
    case 'weather':
      return reasonWeather(question.data);
    case 'report':
      return reasonReport(question.data);
    default:
      return unknown(question.data.spec.language);
  }
}

function answerInDomain(question: AnswerQuestion, setting: RuleSetting): RuleAnswer {
  switch (domainOf(question.spec.context)) {
    case 'travel':
      return answerTravel(question);
    case 'weather':
      return answerWeather(question, setting);
    case 'report':
      return answerReport(question);
    case 'tool':
      return answerTool(question);
    default:
      return unknown(question.spec.language);
  }
}

function answer(document: unknown, setting: RuleSetting): RuleAnswer {
  const question = AnswerQuestion.safeParse(document);
  if (!question.success) return unknown('en');
  return corrected(answerInDomain(question.data, setting), question.data);
}

function replyTo(purpose: Purpose, document: unknown, setting: RuleSetting): RuleAnswer {
  switch (purpose) {
    case 'specify':
      return specify(document, setting);
    case 'plan':
      return plan(document, setting);
    case 'act':
      return act(document, setting);
    case 'reason':
      return reason(document);
    case 'answer':
      return answer(document, setting);
    case 'decide':
    case 'judge':
    case 'summarise':
      return unknown('en');
    default:
      return unreachable(purpose);
  }
}

const FORMS = {
  specify: SpecReply,
  plan: PlanReply,
  act: ActReply,
  reason: ReasonReply,
  answer: AnswerReply,
} as const;

const isFit = (purpose: Purpose, reply: RuleAnswer): boolean => {
  if ('refused' in reply) return Refused.safeParse(reply).success;
  return purpose in FORMS && FORMS[purpose as keyof typeof FORMS].safeParse(reply).success;
};

/**
 * @param document the question as it came; anything is taken, and what cannot be read is refused
 * @returns the reply of `shared/model/replies.ts` for this purpose, or `{ refused, cure }`
 */
export function answerByRule(
  purpose: Purpose,
  document: unknown,
  setting: RuleSetting,
): RuleAnswer {
  try {
    const reply = replyTo(purpose, document, setting);
    return isFit(purpose, reply) ? reply : unfit();
  } catch {
    // Results are anybody's JSON: a field that cannot even be put into words has no reply.
    return unfit();
  }
}
