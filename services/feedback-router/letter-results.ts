/**
 * Which results a letter carries (I5): always those of the direct dependencies and those that the step's
 * own checks name; then further ancestors, nearest first, until the letter would grow too large. Letters of
 * a long chain would otherwise grow with its length.
 */

import { positionOf } from '../../machines/task/step-index.ts';
import { priorOf } from '../../machines/task/task-row.ts';
import type { TaskContext } from '../../machines/task/task-state.ts';
import { safeJsonata } from '../../shared/bindings/safe-jsonata.ts';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { Prior } from '../../shared/events/shapes.ts';

const NEAR_BYTES = 1_024;
const ALL_BYTES = 262_144;

/** Ancestors, nearest first. */
function* ancestors(context: TaskContext, start: readonly string[]): Generator<string> {
  const seen = new Set<string>();
  const queue = [...start];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    if (seen.has(id)) continue;
    seen.add(id);
    yield id;
    queue.push(...(context.steps[positionOf(context, id)]?.context.def.dependsOn ?? []));
  }
}

const namedIn = (tests: readonly { readonly test: string }[]): Set<string> => {
  const names = new Set<string>();
  for (const { test } of tests)
    for (const match of test.matchAll(/results\.([A-Za-z0-9_-]+)/g)) names.add(match[1] ?? '');
  for (const { test } of tests) for (const root of safeJsonata(test).roots) names.add(root);
  return names;
};

/** Drops data, never summaries, from the entry on that makes the whole too large. */
const bounded = (prior: Prior): Prior => {
  let bytes = 0;
  return Object.fromEntries(
    Object.entries(prior).map(([id, entry]) => {
      bytes += canonicalJson(entry).length;
      if (bytes <= ALL_BYTES) return [id, entry];
      const { data: _left, ...rest } = entry;
      return [id, rest];
    }),
  );
};

export function resultsFor(context: TaskContext, position: number): Prior {
  const def = context.steps[position]?.context.def;
  if (def === undefined || def.dependsOn.length === 0) return {};
  const named = namedIn(def.expect);
  const wanted: string[] = [];
  let bytes = 0;
  for (const id of ancestors(context, def.dependsOn)) {
    const isNeeded = def.dependsOn.includes(id) || named.has(id);
    if (!isNeeded && bytes >= NEAR_BYTES) {
      if (named.size === 0) break;
      continue;
    }
    const data = context.steps[positionOf(context, id)]?.context.result?.data;
    bytes += canonicalJson(data ?? null).length + 100;
    wanted.push(id);
  }
  return bounded(priorOf(context, new Set(wanted), true));
}

/** The steps that nothing waits for: what the plan was for. */
export const lastStepsOf = (context: TaskContext): string[] =>
  context.steps.flatMap(({ context: step }, position) =>
    step.outcome === 'accepted' && (context.dependents[position] ?? []).length === 0
      ? [step.def.id]
      : [],
  );

/** For the answer: all summaries; and the data, of a given plan that of its last steps, which is all its answer needs. */
export function resultsForAnswer(context: TaskContext): Prior {
  const isGiven = context.submitted?.plan !== undefined;
  const wanted = isGiven ? new Set(lastStepsOf(context)) : undefined;
  return { ...priorOf(context, undefined, false), ...bounded(priorOf(context, wanted, true)) };
}
