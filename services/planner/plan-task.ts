/** Answers `plan.requested`: a given plan checked, or a goal specified and planned by a model. */
import { toFault, unreachable } from '../../shared/errors.ts';
import type { EventData, LoopEvent } from '../../shared/events/catalog.ts';
import type { PlanInput, PlanStep } from '../../shared/events/plan.ts';
import { NOTHING_SPENT, type Spec, type Spent } from '../../shared/events/shapes.ts';
import { languageOf } from '../../shared/language-of.ts';
import { PlanReply } from '../../shared/model/replies.ts';
import { addSpent } from '../../shared/model/spent.ts';
import { checkProposal, toolNamesOf, UnknownTool } from './check-proposal.ts';
import { withExpectedShapes } from './expected-shapes.ts';
import type { ToolMap } from './known-tools.ts';
import { refusalOf } from './model-outcome.ts';
import { type Asked, type Planner, replyTo } from './planner.ts';
import { PLAN_PROMPT } from './prompts/plan-prompt.ts';
import { specifyTask } from './specify-task.ts';
import { toolBriefs } from './tool-briefs.ts';

type Plans = Asked<'plan.requested'>;
type Refused = Omit<EventData<'plan.refused'>, 'revision'>;
type Proposed = Omit<EventData<'plan.proposed'>, 'revision'>;
type Outcome = { readonly proposed: Proposed } | { readonly refused: Refused };

const TOOLS_CURE = 'loopwright tools lists the known ones; start an executor that serves it.';

/** What is wrong with a plan, for its author: a model is asked for another one, a person corrects it. */
const refusedPlan = (thrown: unknown, cls: 'infeasible' | 'plan', spent: Spent): Outcome => {
  const fault = toFault(thrown);
  if (fault.disposition !== 'refuse') throw fault;
  const isUnknown = fault instanceof UnknownTool;
  return {
    refused: {
      class: cls,
      code: isUnknown ? 'UNKNOWN_TOOL' : fault.code,
      reason: fault.facts,
      cure: isUnknown ? TOOLS_CURE : fault.cure,
      questions: [],
      spent,
    },
  };
};

const givenSpec = (goal: string, steps: readonly PlanStep[]): Spec => ({
  goal,
  constraints: [],
  context: '',
  requiredTools: toolNamesOf(steps),
  language: languageOf(goal),
});

async function planGiven(
  { tools }: Planner,
  { question: { data } }: Plans,
  { steps }: PlanInput,
): Promise<Outcome> {
  const failure = data.feedback.at(-1);
  if (failure !== undefined) {
    const { code, message } = failure;
    const reason = `The given plan failed: ${message}`;
    const cure = 'Correct the plan and submit it again (--plan FILE).';
    return {
      refused: { class: 'infeasible', code, reason, cure, questions: [], spent: NOTHING_SPENT },
    };
  }
  try {
    const spec = data.spec ?? givenSpec(data.goal, steps);
    const known = await tools.having(toolNamesOf(steps));
    const checked = checkProposal({ ...data, spec, mayBeOpen: false }, steps, known);
    return { proposed: { ...checked, spent: NOTHING_SPENT } };
  } catch (thrown) {
    return refusedPlan(thrown, 'infeasible', NOTHING_SPENT);
  }
}

async function planByModel(
  { models }: Planner,
  { question, isSuspect }: Plans,
  spec: Spec,
  tools: ToolMap,
): Promise<Outcome> {
  const { data } = question;
  const asked = await models.ask({
    taskId: question.subject,
    requestKey: `r${data.revision}`,
    causationId: question.id,
    allowance: data.allowance,
    purpose: 'plan',
    prompt: PLAN_PROMPT,
    question: {
      spec,
      tools: toolBriefs(tools, data.tools),
      accepted: data.accepted,
      taken: data.taken ?? [],
      feedback: data.feedback,
      stepsMax: data.limits.stepsPerPlan,
      now: data.now,
      timeZone: data.timeZone,
    },
    schema: PlanReply,
    isSuspect,
  });
  if (asked.kind !== 'answered') return { refused: { ...refusalOf(asked), questions: [] } };
  try {
    const steps = withExpectedShapes(asked.value.steps);
    const checked = checkProposal({ ...data, spec, mayBeOpen: true }, steps, tools);
    return { proposed: { ...checked, spent: asked.spent } };
  } catch (thrown) {
    return refusedPlan(thrown, 'plan', asked.spent);
  }
}

const withSpent = (outcome: Outcome, spent: Spent): Outcome =>
  'proposed' in outcome
    ? { proposed: { ...outcome.proposed, spent: addSpent(spent, outcome.proposed.spent) } }
    : { refused: { ...outcome.refused, spent: addSpent(spent, outcome.refused.spent) } };

const clarify = (questions: string[], spent: Spent): Outcome => ({
  refused: {
    class: 'clarify',
    code: 'UNCLEAR',
    reason: questions.join(' '),
    cure: 'Answer the question, or submit the task again with the answer in the goal.',
    questions,
    spent,
  },
});

async function planGoal(planner: Planner, plans: Plans): Promise<Outcome> {
  const { data } = plans.question;
  const tools =
    data.tools === undefined ? await planner.tools.alive() : await planner.tools.having(data.tools);
  // A specification that steps were carried out for stands; before that, answers may still change it.
  if (data.spec !== undefined) return planByModel(planner, plans, data.spec, tools);
  const specified = await specifyTask(planner, plans, toolBriefs(tools, data.tools));
  switch (specified.kind) {
    case 'refused':
      return { refused: { ...specified.refusal, questions: [] } };
    case 'questions':
      return clarify(specified.questions, specified.spent);
    case 'specified': {
      const outcome = await planByModel(planner, plans, specified.spec, tools);
      return withSpent(outcome, specified.spent);
    }
    default:
      return unreachable(specified);
  }
}

export async function planTask(planner: Planner, plans: Plans): Promise<LoopEvent> {
  const { question } = plans;
  const { revision, given } = question.data;
  const outcome =
    given === undefined ? await planGoal(planner, plans) : await planGiven(planner, plans, given);
  const to = { ...replyTo(question), key: `r${revision}`, to: 'router' } as const;
  const { events } = planner.context;
  const { event } =
    'proposed' in outcome
      ? await events.append({
          ...to,
          type: 'plan.proposed',
          data: { revision, ...outcome.proposed },
        })
      : await events.append({
          ...to,
          type: 'plan.refused',
          data: { revision, ...outcome.refused },
        });
  return event as LoopEvent;
}
