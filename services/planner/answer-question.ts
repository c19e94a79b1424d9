/** One question in, one answer out: the shell around the planner's machine. */
import {
  type PlannerFact,
  type PlannerQuestion,
  plannerKernel,
  plannerOwes,
} from '../../machines/planner/planner-machine.ts';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { runUnit } from '../../shared/actor/run-unit.ts';
import { toFault, unreachable } from '../../shared/errors.ts';
import type { EventOf } from '../../shared/events/catalog.ts';
import { attemptKey } from '../../shared/events/event-id.ts';
import { NOTHING_SPENT } from '../../shared/events/shapes.ts';
import { answerGiven } from './answer-given.ts';
import type { KnownTools } from './known-tools.ts';
import { planGiven, toolNamesOf, UnknownTool } from './plan-given.ts';

export type Question = EventOf<PlannerQuestion>;
export type Planner = { readonly context: RoleContext; readonly tools: KnownTools };

const NO_MODEL = {
  reason: 'Only a model could decide this, and this planner works from given plans.',
  cure: 'Correct the plan and submit it again (--plan FILE).',
};

const refusal = (code: string) => ({
  class: 'infeasible' as const,
  code,
  ...NO_MODEL,
  spent: NOTHING_SPENT,
});

const base = (question: Question) =>
  ({ taskId: question.subject, from: 'planner', causationId: question.id }) as const;

async function plan(
  { context, tools }: Planner,
  question: EventOf<'plan.requested'>,
): Promise<PlannerFact> {
  const { revision, given, feedback } = question.data;
  const to = { ...base(question), key: `r${revision}`, to: 'router' } as const;
  const refuse = async (code: string, reason: string, cure: string): Promise<PlannerFact> => {
    const data = {
      revision,
      class: 'infeasible' as const,
      code,
      reason,
      cure,
      questions: [],
      spent: NOTHING_SPENT,
    };
    return (await context.events.append({ ...to, type: 'plan.refused', data })).event;
  };
  const failure = feedback.at(-1);
  if (failure !== undefined)
    return refuse(failure.code, `The given plan failed: ${failure.message}`, NO_MODEL.cure);
  if (given === undefined)
    return refuse(
      'MODEL_MISSING',
      'Planning from a goal needs a model.',
      'Give a plan with the goal (--plan FILE).',
    );
  try {
    const data = planGiven(question.data, given, await tools.having(toolNamesOf(given.steps)));
    return (await context.events.append({ ...to, type: 'plan.proposed', data })).event;
  } catch (thrown) {
    const fault = toFault(thrown);
    if (fault.disposition !== 'refuse') throw fault;
    const isUnknown = fault instanceof UnknownTool;
    const cure = isUnknown
      ? 'loopwright tools lists the known ones; start an executor that serves it.'
      : fault.cure;
    return refuse(isUnknown ? 'UNKNOWN_TOOL' : fault.code, fault.facts, cure);
  }
}

async function refuseAction(
  { context }: Planner,
  question: EventOf<'action.requested' | 'reasoning.requested'>,
): Promise<PlannerFact> {
  const { revision, stepId, attempt, feedback } = question.data;
  const failure = feedback.at(-1);
  const type = question.type === 'action.requested' ? 'action.refused' : 'reasoning.refused';
  const data = {
    revision,
    stepId,
    attempt,
    ...refusal(failure?.code ?? 'MODEL_MISSING'),
    ...(failure === undefined ? {} : { reason: `Step ${stepId} failed: ${failure.message}` }),
  };
  return (
    await context.events.append({
      ...base(question),
      key: attemptKey(question.data),
      to: 'router',
      type,
      data,
    })
  ).event;
}

async function refuseDecision(
  { context }: Planner,
  question: EventOf<'decision.requested'>,
): Promise<PlannerFact> {
  const { turn } = question.data;
  const data = { turn, ...refusal('MODEL_MISSING') };
  return (
    await context.events.append({
      ...base(question),
      key: `d${turn}`,
      to: 'router',
      type: 'decision.refused',
      data,
    })
  ).event;
}

async function answer(
  { context }: Planner,
  question: EventOf<'answer.requested'>,
): Promise<PlannerFact> {
  const { round, given, feedback } = question.data;
  const key = `n${round}`;
  const failure = feedback.at(-1);
  if (!given || failure !== undefined) {
    const data = {
      round,
      ...refusal(failure?.code ?? 'MODEL_MISSING'),
      ...(failure === undefined ? {} : { reason: failure.message }),
    };
    return (
      await context.events.append({
        ...base(question),
        key,
        to: 'router',
        type: 'answer.refused',
        data,
      })
    ).event;
  }
  const data = answerGiven(question.data);
  return (
    await context.events.append({
      ...base(question),
      key,
      to: 'observer',
      type: 'answer.proposed',
      data,
    })
  ).event;
}

function perform(planner: Planner, question: Question): Promise<PlannerFact> {
  switch (question.type) {
    case 'plan.requested':
      return plan(planner, question);
    case 'action.requested':
    case 'reasoning.requested':
      return refuseAction(planner, question);
    case 'decision.requested':
      return refuseDecision(planner, question);
    case 'answer.requested':
      return answer(planner, question);
    default:
      return unreachable(question);
  }
}

export async function answerQuestion(planner: Planner, question: Question): Promise<void> {
  const start = plannerKernel.step(plannerKernel.initial(undefined), { type: question.type });
  const unit = { step: plannerKernel.step, outstanding: plannerOwes };
  await runUnit(unit, start, () => perform(planner, question));
}
