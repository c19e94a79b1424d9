/** Which steps wait for one another. */
import type { PlanStep } from '../events/plan.ts';

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

const reversed = (edges: Edges): Map<string, Set<string>> => {
  const back = new Map([...edges.keys()].map((id) => [id, new Set<string>()]));
  for (const [id, targets] of edges) for (const target of targets) back.get(target)?.add(id);
  return back;
};

/** Kahn's algorithm. @returns what cannot be taken away layer by layer: cycles, and whatever leads to one */
function remainder(edges: Edges): Set<string> {
  const sources = reversed(edges);
  const open = new Map([...edges].map(([id, targets]) => [id, targets.size]));
  const left = new Set(edges.keys());
  const free = [...left].filter((id) => open.get(id) === 0);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id);
    for (const source of sources.get(id) ?? []) {
      const count = (open.get(source) ?? 0) - 1;
      open.set(source, count);
      if (count === 0) free.push(source);
    }
  }
  return left;
}

const within = (edges: Edges, ids: ReadonlySet<string>): Edges =>
  new Map(
    [...edges].flatMap(([id, targets]) =>
      ids.has(id) ? [[id, new Set([...targets].filter((target) => ids.has(target)))] as const] : [],
    ),
  );

/**
 * A step that depends on itself is not counted: that is a fault of its own.
 *
 * @param ambiguous ids that several steps have: a link to one of them leads nowhere
 * @returns ids of the steps in cycles and between them, in the plan's order; none when some order works
 */
export function cycleIn(steps: readonly PlanStep[], ambiguous: ReadonlySet<string>): string[] {
  const ids = new Set(steps.flatMap(({ id }) => (ambiguous.has(id) ? [] : [id])));
  const edges = new Map(
    steps.map(({ id, dependsOn }) => [id, new Set(dependsOn.filter((on) => on !== id))]),
  );
  const known = within(edges, ids);
  const waiting = within(known, remainder(known));
  return [...remainder(reversed(waiting))];
}
