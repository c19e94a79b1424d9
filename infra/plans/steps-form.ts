/**
 * Plans as `{ id, steps: [{ id, tool, args?, description?, dependsOn, duration? }] }`. Arguments read an
 * earlier step by `$id.path$`.
 */
import { z } from 'zod';
import type { PlanStep } from '../../shared/events/plan.ts';
import type { PlanFault } from '../../shared/plan/plan-fault.ts';
import { type ForeignPlan, plainStep, textsIn } from './foreign-plan.ts';

const Name = z.union([z.string().min(1), z.number().transform(String)]);

const Step = z.object({
  id: Name,
  tool: z.string().min(1).nullish(),
  description: z.string().nullish(),
  args: z.record(z.string(), z.unknown()).nullish(),
  dependsOn: z.array(Name).nullish(),
  duration: z.union([z.string(), z.number()]).nullish(),
});
type Step = z.infer<typeof Step>;

export const StepsForm = z.object({
  id: Name,
  domain: z.string().nullish(),
  steps: z.array(Step).min(1, 'a plan has at least one step'),
});
type StepsForm = z.infer<typeof StepsForm>;

const REFERENCE = /\$([A-Za-z_]\w*)(?:\.\w+|\[\d+\])*\$/g;

const readBy = ({ args }: Step): string[] => [
  ...new Set(
    [...textsIn(args)].flatMap((text) =>
      [...text.matchAll(REFERENCE)].map(([, name = '']) => name),
    ),
  ),
];

const withoutDigits = (name: string): string => name.replaceAll(/\d/g, '');

/** `$x$` may be a formula: what is no step is a lost reference only when it is named as steps are. */
const looksLikeStep = (name: string, steps: readonly Step[]): boolean =>
  steps.some(({ id }) => withoutDigits(id) === withoutDigits(name));

function referenceFaults(step: Step, steps: readonly Step[]): PlanFault[] {
  const blame = { code: 'PLAN_DEPENDENCY', step: step.id, path: `steps.${step.id}.args` } as const;
  return readBy(step).flatMap((name): PlanFault[] => {
    const named = steps.filter(({ id }) => id === name).length;
    if (named === 0 && looksLikeStep(name, steps)) {
      const message = `Step ${step.id} reads ${name}, which is no step of the plan.`;
      return [{ ...blame, kind: 'ref-out-of-range', message }];
    }
    // Where two steps share the name, it may be the other that is meant.
    if (name !== step.id || named > 1) return [];
    const message = `Step ${step.id} reads its own result.`;
    return [{ ...blame, kind: 'ref-to-self-or-later', message }];
  });
}

function stepOf(step: Step, ids: ReadonlySet<string>): PlanStep {
  const { id } = step;
  const implied = readBy(step).filter((name) => ids.has(name) && name !== id);
  return plainStep({
    id,
    tool: step.tool ?? null,
    description: step.description ?? '',
    params: step.args ?? {},
    dependsOn: [...new Set([...(step.dependsOn ?? []), ...implied])],
  });
}

export function planOfSteps({ id, domain, steps }: StepsForm): ForeignPlan {
  const ids = new Set(steps.map((step) => step.id));
  return {
    id,
    domain,
    steps: steps.map((step) => stepOf(step, ids)),
    durations: new Map(
      steps.flatMap(({ id: stepId, duration }) =>
        duration === undefined || duration === null ? [] : [[stepId, duration] as const],
      ),
    ),
    faults: steps.flatMap((step) => referenceFaults(step, steps)),
  };
}
