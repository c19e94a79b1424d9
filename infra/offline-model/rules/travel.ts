/** A journey from a sentence: what it says becomes facts, constraints and the tools that it needs. */
import { contextOf, factsIn } from './context-facts.ts';
import type { Request } from './request-text.ts';
import type { RuleAnswer, RuleSetting } from './rule-setting.ts';
import { travelConstraints } from './travel-constraints.ts';
import { travelFacts } from './travel-facts.ts';

const QUESTIONS_MAX = 3;

export function specifyTravel(request: Request, setting: RuleSetting): RuleAnswer {
  const { facts, questions, wishes } = travelFacts(request, setting);
  const context = contextOf(facts);
  const { language, timeZone, goal } = request;
  const requiredTools = [
    ...(wishes.flight ? ['query_flight', ...(wishes.lookOnly ? [] : ['book_flight'])] : []),
    ...(wishes.hotel ? ['query_hotel', ...(wishes.lookOnly ? [] : ['book_hotel'])] : []),
    ...(wishes.transfer ? ['book_transfer'] : []),
    ...(wishes.reminder ? ['send_reminder'] : []),
  ];
  return {
    goal,
    constraints:
      questions.length > 0 ? [] : travelConstraints(factsIn(context), language, timeZone),
    context,
    requiredTools,
    language,
    questions: questions.slice(0, QUESTIONS_MAX),
  };
}
