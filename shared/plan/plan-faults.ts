/**
 * All that makes a plan unfit to run, in one list: unique ids, no cycle, no dangling or self dependency,
 * references only to steps of the plan, known tools, sizes. A planner that is told of everything at once
 * needs one new plan, not one for each fault.
 */
import { referencesOf } from '../bindings/bindings.ts';
import { safeJsonata } from '../bindings/safe-jsonata.ts';
import { Fault } from '../errors.ts';
import type { Limits } from '../events/limits.ts';
import type { PlanStep } from '../events/plan.ts';
import { cycleIn } from './cycle-in.ts';
import { withImpliedEdges } from './implied-edges.ts';
import type { PlanFault } from './plan-fault.ts';

type Known = {
  /** Accepted steps of earlier revisions, which may be read too. */
  readonly ids?: ReadonlySet<string>;
  /** Names of the tools that exist; tools are not judged when it is left out. */
  readonly tools?: ReadonlySet<string> | undefined;
};

type Names = {
  readonly own: ReadonlySet<string>;
  readonly earlier: ReadonlySet<string>;
  /** Used more than once: which step a link to it means is open, so such links are not judged. */
  readonly ambiguous: ReadonlySet<string>;
};

function namesOf(steps: readonly PlanStep[], earlier: ReadonlySet<string>): Names {
  const own = new Set<string>();
  const ambiguous = new Set<string>();
  for (const { id } of steps) {
    if (own.has(id) || earlier.has(id)) ambiguous.add(id);
    own.add(id);
  }
  return { own, earlier, ambiguous };
}

const exists = (id: string, { own, earlier }: Names): boolean => own.has(id) || earlier.has(id);

function sizeFaults(
  { length }: readonly PlanStep[],
  limits: Pick<Limits, 'stepsPerPlan' | 'steps'>,
): PlanFault[] {
  const name = (['stepsPerPlan', 'steps'] as const).find((limit) => length > limits[limit]);
  if (name === undefined) return [];
  const message = `The plan has ${length} steps; the limit ${name} is ${limits[name]}.`;
  return [{ code: 'PLAN_TOO_LARGE', kind: 'too-large', message, path: 'steps' }];
}

const idFaults = ({ ambiguous }: Names): PlanFault[] =>
  [...ambiguous].map((id) => ({
    code: 'PLAN_INVALID',
    kind: 'duplicate-id',
    step: id,
    message: `The step id ${id} is used twice.`,
    path: 'steps',
  }));

/** An expression that does not parse or is not allowed says so where it is compiled. */
function compiling(step: PlanStep, part: string, judge: () => PlanFault[]): PlanFault[] {
  try {
    return judge();
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const { code, facts: message, path = part } = thrown;
    const place = `steps.${step.id}.${path}`;
    return [{ code, kind: 'binding-invalid', step: step.id, message, path: place }];
  }
}

function referenceFaults(step: PlanStep, names: Names): PlanFault[] {
  const { id, params } = step;
  const { picked, roots } = referencesOf(params);
  const blame = { code: 'PLAN_DEPENDENCY', step: id } as const;
  const missing = [...picked].filter((name) => !exists(name, names));
  const faults = missing.map((name): PlanFault => {
    const message = `Step ${id} picks from ${name}, which is no step of the plan.`;
    return { ...blame, kind: 'ref-out-of-range', message, path: `steps.${id}.params` };
  });
  if (!picked.has(id) && !roots.has(id)) return faults;
  if (names.ambiguous.has(id)) return faults;
  const message = `Step ${id} reads its own result.`;
  return [...faults, { ...blame, kind: 'ref-to-self-or-later', message, path: `steps.${id}` }];
}

const expressionFaults = (step: PlanStep, names: Names): PlanFault[] => [
  ...compiling(step, 'expect', () => {
    for (const { test } of step.expect) safeJsonata(test);
    return [];
  }),
  ...compiling(step, 'params', () => referenceFaults(step, names)),
];

const linkFaults = ({ id, dependsOn }: PlanStep, names: Names): PlanFault[] =>
  [...new Set(dependsOn)].flatMap((on): PlanFault[] => {
    const blame = { code: 'PLAN_DEPENDENCY', step: id, path: `steps.${id}.dependsOn` } as const;
    if (!exists(on, names)) {
      const message = `Step ${id} depends on ${on}, which does not exist.`;
      return [{ ...blame, kind: 'dangling-link', message }];
    }
    if (on !== id || names.ambiguous.has(id)) return [];
    return [{ ...blame, kind: 'self-link', message: `Step ${id} depends on itself.` }];
  });

const TOOLS_NAMED_MAX = 10;

const toolFaults = ({ id, tool }: PlanStep, tools: Known['tools']): PlanFault[] => {
  if (tool === null || tools === undefined || tools.has(tool)) return [];
  const named = [...tools].slice(0, TOOLS_NAMED_MAX).join(', ') || 'none';
  const more = tools.size > TOOLS_NAMED_MAX ? ` and ${tools.size - TOOLS_NAMED_MAX} more` : '';
  const message = `Step ${id} uses the tool ${tool}, which does not exist (known: ${named}${more}).`;
  const path = `steps.${id}.tool`;
  return [{ code: 'PLAN_INVALID', kind: 'unknown-tool', step: id, message, path }];
};

const STEPS_NAMED_MAX = 10;

const cycleFaults = (steps: readonly PlanStep[], { ambiguous }: Names): PlanFault[] => {
  const cycle = cycleIn(withImpliedEdges(steps), ambiguous);
  if (cycle.length === 0) return [];
  const named = cycle.slice(0, STEPS_NAMED_MAX).join(', ');
  const message = `These steps wait for one another: ${named}.`;
  return [{ code: 'PLAN_CYCLE', kind: 'cycle', message, path: 'steps' }];
};

/**
 * @param known what the plan may rely on beside its own steps
 * @returns every fault, in the order in which they are best mended; none for a plan that can run
 */
export function planFaults(
  steps: readonly PlanStep[],
  limits: Pick<Limits, 'stepsPerPlan' | 'steps'>,
  { ids = new Set(), tools }: Known = {},
): PlanFault[] {
  const names = namesOf(steps, ids);
  return [
    ...sizeFaults(steps, limits),
    ...idFaults(names),
    ...steps.flatMap((step) => expressionFaults(step, names)),
    ...steps.flatMap((step) => linkFaults(step, names)),
    ...steps.flatMap((step) => toolFaults(step, tools)),
    ...cycleFaults(steps, names),
  ];
}
