/** One question in, one answer out: the shell around the planner's machine. */
import {
  isPlannerFact,
  type PlannerFact,
  plannerKernel,
  plannerOwes,
} from '../../machines/planner/planner-machine.ts';
import { runUnit } from '../../shared/actor/run-unit.ts';
import { Fault, unreachable } from '../../shared/errors.ts';
import type { EventOf, LoopEvent } from '../../shared/events/catalog.ts';
import { NOTHING_SPENT } from '../../shared/events/shapes.ts';
import { chooseAction } from './choose-action.ts';
import { planTask } from './plan-task.ts';
import { type Planner, type Question, replyTo } from './planner.ts';
import { reasonStep } from './reason-step.ts';
import { writeAnswer } from './write-answer.ts';

/** No router of this version asks for a turn; the letter of another one gets an answer all the same. */
async function refuseDecision(
  { context }: Planner,
  question: EventOf<'decision.requested'>,
): Promise<LoopEvent> {
  const { turn } = question.data;
  const data = {
    turn,
    class: 'infeasible' as const,
    code: 'MODE_UNKNOWN',
    reason: 'This planner works by plans, not turn by turn.',
    cure: 'Submit the task with --mode plan.',
    spent: NOTHING_SPENT,
  };
  const to = { ...replyTo(question), key: `d${turn}`, to: 'router' } as const;
  return (await context.events.append({ ...to, type: 'decision.refused', data }))
    .event as LoopEvent;
}

function perform(planner: Planner, question: Question, isSuspect: boolean): Promise<LoopEvent> {
  switch (question.type) {
    case 'plan.requested':
      return planTask(planner, { question, isSuspect });
    case 'action.requested':
      return chooseAction(planner, { question, isSuspect });
    case 'reasoning.requested':
      return reasonStep(planner, { question, isSuspect });
    case 'decision.requested':
      return refuseDecision(planner, question);
    case 'answer.requested':
      return writeAnswer(planner, { question, isSuspect });
    default:
      return unreachable(question);
  }
}

/** @param isSuspect the letter was delivered before, so replies of models may be in the log already (I3) */
export async function answerQuestion(
  planner: Planner,
  question: Question,
  isSuspect: boolean,
): Promise<void> {
  const start = plannerKernel.step(plannerKernel.initial(undefined), { type: question.type });
  const unit = { step: plannerKernel.step, outstanding: plannerOwes };
  await runUnit(unit, start, async (): Promise<PlannerFact> => {
    const { type } = await perform(planner, question, isSuspect);
    if (!isPlannerFact(type)) throw new Fault('INTERNAL', `${type} answers no question.`);
    return { type };
  });
}
