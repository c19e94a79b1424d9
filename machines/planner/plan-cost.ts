/**
 * J(T) = Σ C + D + R: what a plan costs, what its bindings cost, what it risks. Lower is better. C is the
 * tool's declared price, D one unit for each binding that crosses steps, R the declared loss of the tools
 * (times an observed failure rate, once there is one).
 */
import type { PlanStep } from '../../shared/events/plan.ts';
import type { ToolAnnouncement } from '../../shared/tools/tool-announcement.ts';

const DEPENDENCY_UNIT = 0.01;

export type PlanCost = {
  readonly j: number;
  readonly cost: number;
  readonly dependency: number;
  readonly risk: number;
};

/** Rounded to a millionth, so that sums of prices compare. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

/**
 * @param crossings bindings that read another step's result
 * @param failureRate observed share of failed calls by tool, 0 to 1
 */
export function planCost(
  steps: readonly PlanStep[],
  tools: ReadonlyMap<string, ToolAnnouncement>,
  crossings: number,
  failureRate: (tool: string) => number = () => 0,
): PlanCost {
  let cost = 0;
  let risk = 0;
  for (const { tool } of steps) {
    const known = tool === null ? undefined : tools.get(tool);
    if (known === undefined) continue;
    cost += known.cost;
    risk += failureRate(known.declaration.name) * known.declaration.loss;
  }
  const dependency = crossings * DEPENDENCY_UNIT;
  return {
    j: rounded(cost + dependency + risk),
    cost: rounded(cost),
    dependency: rounded(dependency),
    risk: rounded(risk),
  };
}
