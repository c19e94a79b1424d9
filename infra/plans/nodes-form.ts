/**
 * Plans as `{ id, domain?, plan: { task_steps, task_nodes, task_links } }`: steps in words, tools with their
 * arguments, and links by the tools' names. Arguments read the node at position n, from 0, by `<node-n>`;
 * whatever else looks like a reference there ("output of step 2") has no agreed meaning and is text.
 */
import { z } from 'zod';
import type { PlanStep } from '../../shared/events/plan.ts';
import type { PlanFault } from '../../shared/plan/plan-fault.ts';
import { type ForeignPlan, plainStep, textsIn } from './foreign-plan.ts';

const Node = z.object({ task: z.string(), arguments: z.unknown().optional() });
type Node = z.infer<typeof Node>;

/** A link may lack an end: it leads nowhere, as one to an unknown name does. */
const End = z
  .string()
  .nullish()
  .transform((name) => name ?? '(nothing)');

const Link = z.object({ source: End, target: End });
type Link = z.infer<typeof Link>;

const Plan = z
  .object({
    task_steps: z.array(z.unknown()),
    task_nodes: z.array(Node),
    task_links: z
      .array(Link)
      .nullish()
      .transform((links) => links ?? []),
  })
  .refine(({ task_steps: steps, task_nodes: nodes }) => steps.length + nodes.length > 0, {
    message: 'a plan has at least one step',
  });

export const NodesForm = z.object({
  id: z.union([z.string().min(1), z.number().transform(String)]),
  domain: z.string().nullish(),
  plan: Plan,
});
type NodesForm = z.infer<typeof NodesForm>;

const REFERENCE = /<node-(\d+)>/g;

const idOf = (position: number): string => `node-${position}`;

/** Positions that a node's arguments read, in order, each once. */
const readBy = (node: Node): number[] => [
  ...new Set(
    [...textsIn(node.arguments)].flatMap((text) =>
      [...text.matchAll(REFERENCE)].map(([, position]) => Number(position)),
    ),
  ),
];

const countFaults = (steps: number, nodes: number): PlanFault[] => {
  if (steps === nodes) return [];
  const message = `The plan says ${steps} steps in words, but has ${nodes} nodes.`;
  const path = 'plan.task_steps';
  return [{ code: 'PLAN_INVALID', kind: 'steps-nodes-mismatch', message, path }];
};

function nameFaults(nodes: readonly Node[]): PlanFault[] {
  const names = nodes.map(({ task }) => task);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...twice].map((name) => ({
    code: 'PLAN_INVALID',
    kind: 'duplicate-task-name',
    message: `Several nodes are named ${name}, so a link to ${name} may mean any of them.`,
    path: 'plan.task_nodes',
  }));
}

/** A link may dangle at its source, where no step could say so; so both ends are judged here. */
function linkFaults(nodes: readonly Node[], links: readonly Link[]): PlanFault[] {
  const names = new Set(nodes.map(({ task }) => task));
  return links.flatMap(({ source, target }, index) => {
    const missing = [...new Set([source, target])].filter((name) => !names.has(name));
    if (missing.length === 0) return [];
    const message = `The link from ${source} to ${target} names ${missing.join(' and ')}, which is no node.`;
    const path = `plan.task_links.${index}`;
    return [{ code: 'PLAN_DEPENDENCY', kind: 'dangling-link', message, path }];
  });
}

const referenceFaults = (node: Node, position: number, count: number): PlanFault[] =>
  readBy(node).flatMap((read): PlanFault[] => {
    if (read < position) return [];
    const step = idOf(position);
    const path = `plan.task_nodes.${position}.arguments`;
    const blame = { code: 'PLAN_DEPENDENCY', step, path } as const;
    const message = `Node ${position} (${node.task}) reads node ${read}`;
    return read >= count
      ? [{ ...blame, kind: 'ref-out-of-range', message: `${message}; the last is ${count - 1}.` }]
      : [
          {
            ...blame,
            kind: 'ref-to-self-or-later',
            message: `${message}, which is not before it.`,
          },
        ];
  });

type Graph = {
  readonly nodes: readonly Node[];
  readonly links: readonly Link[];
  /** Where one reference is off, so may be the whole numbering: then none of them implies an edge. */
  readonly areReferencesSound: boolean;
};

/** A name that several nodes share stands for all of them. */
function stepOf(node: Node, position: number, graph: Graph): PlanStep {
  const { nodes, links, areReferencesSound } = graph;
  const sources = new Set(
    links.flatMap(({ source, target }) => (target === node.task ? source : [])),
  );
  const linked = nodes.flatMap(({ task }, index) => (sources.has(task) ? [index] : []));
  const read = areReferencesSound ? readBy(node) : [];
  const dependsOn = [...new Set([...linked, ...read])].map(idOf);
  return plainStep({ id: idOf(position), tool: node.task, dependsOn });
}

export function planOfNodes({ id, domain, plan }: NodesForm): ForeignPlan {
  const { task_steps: words, task_nodes: nodes, task_links: links } = plan;
  const references = nodes.flatMap((node, position) =>
    referenceFaults(node, position, nodes.length),
  );
  const graph = { nodes, links, areReferencesSound: references.length === 0 };
  return {
    id,
    domain,
    steps: nodes.map((node, position) => stepOf(node, position, graph)),
    durations: new Map(),
    faults: [
      ...countFaults(words.length, nodes.length),
      ...nameFaults(nodes),
      ...linkFaults(nodes, links),
      ...references,
    ],
  };
}
