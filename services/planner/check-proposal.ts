/** A plan, given or proposed by a model, is checked before anybody hears of it; a given one costs no model call. */
import { planCost } from '../../machines/planner/plan-cost.ts';
import { isLiteral, referencesOf } from '../../shared/bindings/bindings.ts';
import { canonicalHash } from '../../shared/canonical-json.ts';
import { Fault } from '../../shared/errors.ts';
import type { EventData } from '../../shared/events/catalog.ts';
import type { PlanStep } from '../../shared/events/plan.ts';
import type { Spec, ToolDeclaration } from '../../shared/events/shapes.ts';
import { mismatch } from '../../shared/json-schema/schema-mismatch.ts';
import { checkPlan } from '../../shared/plan/check-plan.ts';
import type { ToolMap } from './known-tools.ts';

type Requested = EventData<'plan.requested'>;

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
}

/** Parameters that are complete must fit; what is left open or bound is checked when it is known. */
function checkParams({ id, tool, params }: PlanStep, tools: ToolMap, mayBeOpen: boolean): void {
  const schema = tools.get(tool ?? '')?.declaration.paramsSchema;
  if (schema === undefined || !isLiteral(params)) return;
  const { required = [] } = schema as { required?: readonly string[] };
  if (mayBeOpen && required.some((name) => !Object.hasOwn(params, name))) return;
  const wrong = mismatch(schema, params);
  if (wrong !== null) {
    throw new Fault('PLAN_INVALID', `The parameters of step ${id} do not fit ${tool}: ${wrong}.`);
  }
}

function checkCoverage({ spec, accepted }: Scope, steps: readonly PlanStep[]): void {
  const called = new Set([
    ...toolNamesOf(steps),
    ...Object.values(accepted).flatMap(({ tool }) => tool ?? []),
  ]);
  const missing = spec.requiredTools.filter((name) => !called.has(name));
  if (missing.length > 0) {
    throw new Fault(
      'PLAN_INCOMPLETE',
      `The goal needs ${missing.join(', ')}, and no step of the plan calls it.`,
      { path: 'steps' },
    );
  }
}

/** The same call of a tool that may be called once, twice in a plan: each would have its effect. */
function checkOnce(steps: readonly PlanStep[], tools: ToolMap): void {
  const calls = new Map<string, string>();
  for (const { id, tool, params } of steps) {
    if (tools.get(tool ?? '')?.declaration.effect !== 'once') continue;
    const call = canonicalHash([tool, params]);
    const first = calls.get(call);
    if (first !== undefined) {
      throw new Fault(
        'PLAN_INVALID',
        `Steps ${first} and ${id} are the same call of ${tool}, which would happen twice.`,
        { path: 'steps' },
      );
    }
    calls.set(call, id);
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

type Scope = Pick<Requested, 'limits' | 'tools' | 'accepted' | 'taken'> & {
  readonly spec: Spec;
  /** A model may leave parameters open; whoever gives a plan gives all of it. */
  readonly mayBeOpen: boolean;
};

const freshIds = (steps: readonly PlanStep[], { taken = [], accepted }: Scope): void => {
  const used = steps.find(({ id }) => taken.includes(id) && accepted[id] === undefined);
  if (used !== undefined) {
    throw new Fault('PLAN_INVALID', `The step id ${used.id} was used by an earlier plan.`, {
      path: 'steps',
    });
  }
};

/**
 * @returns all of `plan.proposed` that follows from the steps
 * @throws {Fault} `PLAN_INVALID` and its like, with the step and the cure
 */
export function checkProposal(
  scope: Scope,
  given: readonly PlanStep[],
  tools: ToolMap,
): Pick<EventData<'plan.proposed'>, 'mode' | 'spec' | 'steps' | 'candidates' | 'chosen' | 'tools'> {
  const { spec, limits, accepted, mayBeOpen } = scope;
  freshIds(given, scope);
  const steps = checkPlan(given, limits, new Set(Object.keys(accepted)));
  for (const step of steps) {
    checkTool(step, tools, scope.tools);
    checkParams(step, tools, mayBeOpen);
  }
  checkCoverage(scope, steps);
  // Whoever gives a plan may want two of the same.
  if (mayBeOpen) checkOnce(steps, tools);
  const cost = planCost(steps, tools, crossingsOf(steps));
  return {
    mode: 'plan',
    spec,
    steps,
    candidates: [{ hash: canonicalHash(steps).slice(0, 16), ...cost }],
    chosen: 0,
    tools: declarationsOf(toolNamesOf(steps), tools),
  };
}
