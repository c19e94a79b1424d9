/** What is said of one plan: whether it is fit to run, what is wrong, and how long it takes. */
import { completeLimits } from '../../shared/events/limits.ts';
import {
  isFaulty,
  type PlanFault,
  type PlanFaultKind,
  refusalOf,
} from '../../shared/plan/plan-fault.ts';
import { planFaults } from '../../shared/plan/plan-faults.ts';
import type { ForeignPlan } from './foreign-plan.ts';
import { secondsOf } from './seconds-of.ts';
import { simulateDispatch } from './simulate-dispatch.ts';

/** Known tools by domain. */
export type ToolsByDomain = Readonly<Record<string, readonly string[]>>;

export type PlanLine = {
  readonly id: string;
  readonly accepted: boolean;
  readonly codes: readonly (PlanFaultKind | 'unreadable-row')[];
  readonly makespanSeconds?: number;
};

export type Judgement = {
  readonly line: PlanLine;
  /** What a planner, or whoever wrote the plan, is told. */
  readonly feedback: string | null;
};

/** `parallel` keeps its default of 16: no plan of 12 steps can run into it. */
const LIMITS = completeLimits({ stepsPerPlan: 12 }, 'plan');

/** Without a list every tool is taken as known; a domain that the list does not have has no tools. */
const toolsFor = (
  { domain }: ForeignPlan,
  tools: ToolsByDomain | undefined,
): ReadonlySet<string> | undefined =>
  tools === undefined || domain === undefined || domain === null
    ? undefined
    : new Set(Object.hasOwn(tools, domain) ? tools[domain] : []);

/** A step that waits for itself is a cycle too, and some name it so. */
const codesOf = (faults: readonly PlanFault[]): PlanFaultKind[] => [
  ...new Set(
    faults.flatMap(({ kind }): PlanFaultKind[] =>
      kind === 'self-link' ? ['self-link', 'cycle'] : [kind],
    ),
  ),
];

/** @returns seconds by step id; null when no step has a duration */
function durationsOf({ steps, durations }: ForeignPlan): Map<string, number> | null {
  const seconds = steps.flatMap(({ id }) => {
    const written = durations.get(id);
    const known = written === undefined ? undefined : secondsOf(written);
    return known === undefined ? [] : [[id, known] as const];
  });
  return seconds.length === 0 ? null : new Map(seconds);
}

function acceptedPlan(plan: ForeignPlan): Judgement {
  const { id, steps } = plan;
  const line = { id, accepted: true, codes: [] };
  const seconds = durationsOf(plan);
  if (seconds === null && plan.durations.size === 0) return { line, feedback: null };
  const untimed = steps.find((step) => !seconds?.has(step.id));
  if (seconds === null || untimed !== undefined) {
    const feedback = `Step ${untimed?.id} has no duration that can be read, so the make-span is left out.`;
    return { line, feedback };
  }
  const makespanSeconds = simulateDispatch(steps, seconds, LIMITS);
  return { line: { ...line, makespanSeconds }, feedback: null };
}

export function judgePlan(plan: ForeignPlan, tools: ToolsByDomain | undefined): Judgement {
  const faults = [
    ...plan.faults,
    ...planFaults(plan.steps, LIMITS, { tools: toolsFor(plan, tools) }),
  ];
  if (!isFaulty(faults)) return acceptedPlan(plan);
  const line = { id: plan.id, accepted: false, codes: codesOf(faults) };
  return { line, feedback: refusalOf(faults).message };
}
