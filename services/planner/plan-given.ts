/** A given plan is checked like a proposed one, and costs no model call. */
import { planCost } from '../../machines/planner/plan-cost.ts';
import { isLiteral, referencesOf } from '../../shared/bindings/bindings.ts';
import { canonicalHash } from '../../shared/canonical-json.ts';
import { Fault } from '../../shared/errors.ts';
import type { EventData } from '../../shared/events/catalog.ts';
import type { PlanInput, PlanStep } from '../../shared/events/plan.ts';
import { NOTHING_SPENT, type Spec, type ToolDeclaration } from '../../shared/events/shapes.ts';
import { mismatch } from '../../shared/json-schema/schema-mismatch.ts';
import { checkPlan } from '../../shared/plan/check-plan.ts';
import type { ToolMap } from './known-tools.ts';

type Requested = EventData<'plan.requested'>;

/** Chinese when the goal has Chinese characters; the answer is written in the goal's language. */
const languageOf = (text: string): string => (/\p{Script=Han}/u.test(text) ? 'zh' : 'en');

export const toolNamesOf = (steps: readonly PlanStep[]): string[] => [
  ...new Set(steps.flatMap(({ tool }) => (tool === null ? [] : [tool]))),
];

export class UnknownTool extends Fault {
  constructor(step: PlanStep, known: ToolMap) {
    const names = [...known.keys()].join(', ') || 'none';
    super(
      'PLAN_INVALID',
      `Step ${step.id} uses the tool ${step.tool}, which no executor has announced (known: ${names}).`,
    );
  }
}

function checkTool(step: PlanStep, tools: ToolMap, allowed: readonly string[] | undefined): void {
  if (step.tool === null) return;
  const known = tools.get(step.tool);
  if (known === undefined) throw new UnknownTool(step, tools);
  if (allowed !== undefined && !allowed.includes(step.tool)) {
    throw new Fault(
      'PLAN_INVALID',
      `Step ${step.id} uses ${step.tool}, which this task may not (tools: ${allowed.join(', ')}).`,
    );
  }
  if (known.declaration.approval !== 'never') {
    throw new Fault(
      'PLAN_INVALID',
      `Step ${step.id} uses ${step.tool}, which wants approval; this version cannot ask for it yet.`,
    );
  }
  if (!isLiteral(step.params)) return;
  const wrong = mismatch(known.declaration.paramsSchema, step.params);
  if (wrong !== null) {
    throw new Fault(
      'PLAN_INVALID',
      `The parameters of step ${step.id} do not fit ${step.tool}: ${wrong}.`,
    );
  }
}

/** A tool's fallback is part of what the plan knows, so that nobody has to ask for it later. */
const declarationsOf = (names: readonly string[], tools: ToolMap): ToolDeclaration[] => {
  const own = names.flatMap((name) => tools.get(name)?.declaration ?? []);
  const fallbacks = own.flatMap(({ fallback }) =>
    fallback === null || names.includes(fallback) ? [] : (tools.get(fallback)?.declaration ?? []),
  );
  return [...own, ...fallbacks];
};

const crossingsOf = (steps: readonly PlanStep[]): number => {
  const ids = new Set(steps.map(({ id }) => id));
  return steps.reduce((sum, { params }) => {
    const { picked, roots } = referencesOf(params);
    return sum + [...new Set([...picked, ...roots])].filter((name) => ids.has(name)).length;
  }, 0);
};

const specOf = (goal: string, steps: readonly PlanStep[]): Spec => ({
  goal,
  constraints: [],
  context: '',
  requiredTools: toolNamesOf(steps),
  language: languageOf(goal),
});

/**
 * @throws {Fault} `PLAN_INVALID` and its like, with the step and the cure
 */
export function planGiven(
  requested: Requested,
  given: PlanInput,
  tools: ToolMap,
): EventData<'plan.proposed'> {
  const { revision, goal, limits, accepted } = requested;
  const steps = checkPlan(given.steps, limits, new Set(Object.keys(accepted)));
  for (const step of steps) checkTool(step, tools, requested.tools);
  const names = toolNamesOf(steps);
  const cost = planCost(steps, tools, crossingsOf(steps));
  return {
    revision,
    mode: 'plan',
    spec: requested.spec ?? specOf(goal, steps),
    steps,
    candidates: [{ hash: canonicalHash(steps).slice(0, 16), ...cost }],
    chosen: 0,
    tools: declarationsOf(names, tools),
    spent: NOTHING_SPENT,
  };
}
