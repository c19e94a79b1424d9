/**
 * JSONata for expressions that come from models and strangers: no clock, no chance, no eval and no regular
 * expressions (JSONata's time-out does not stop one), bounded in time and depth. The same expression over
 * the same data always yields the same value, so a replay can evaluate it again.
 */
import jsonata from 'jsonata';
import { Fault } from '../errors.ts';

const FORBIDDEN = new Set(['now', 'millis', 'random', 'shuffle', 'eval', 'pad', 'match']);
const TIME_MS = 1_000;
const DEPTH_MAX = 200;
const ITEMS_MAX = 100_000;
const CACHE_MAX = 500;

export type Expression = {
  /** Names at the start of a path: the results, or fields, that it may read. */
  readonly roots: ReadonlySet<string>;
  readonly evaluate: (input: unknown) => Promise<unknown>;
};

type Node = Record<string, unknown> & { readonly type?: string; readonly value?: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refuse = (source: string, why: string, cause?: unknown): Fault =>
  new Fault('BINDING_INVALID', `${JSON.stringify(source.slice(0, 200))}: ${why}.`, { cause });

/** Visits every node of the syntax tree; `isFirst` says whether a name starts its path. */
function visit(node: unknown, see: (node: Node, isFirst: boolean) => void, isFirst = true): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, see, isFirst);
    return;
  }
  if (!isNode(node)) return;
  see(node, isFirst);
  for (const [key, child] of Object.entries(node)) {
    if (key === 'steps' && Array.isArray(child)) {
      child.forEach((step, index) => {
        visit(step, see, isFirst && index === 0);
      });
    } else if (typeof child === 'object') {
      visit(child, see, true);
    }
  }
}

/** What JSONata says when one of its own bounds was met. */
const BOUNDS: Readonly<Record<string, string>> = {
  D1011: `it nests deeper than ${DEPTH_MAX}`,
  D1012: `it takes longer than ${TIME_MS} ms`,
  D2014: `it makes a list of more than ${ITEMS_MAX}`,
  D2015: `it makes a list of more than ${ITEMS_MAX}`,
};

const whyOf = (thrown: unknown): string => {
  const { code = '', message } = thrown as { code?: string; message?: string };
  return BOUNDS[code] ?? (message || 'it cannot be evaluated').split('\n')[0] ?? '';
};

/** JSONata marks its sequences with hidden properties; what leaves here is plain JSON. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

function compile(source: string): Expression {
  let expression: jsonata.Expression;
  try {
    expression = jsonata(source, { timeout: TIME_MS, stack: DEPTH_MAX, sequence: ITEMS_MAX });
  } catch (cause) {
    throw refuse(source, (cause as Error).message, cause);
  }
  const roots = new Set<string>();
  visit(expression.ast(), (node, isFirst) => {
    if (node.type === 'regex') throw refuse(source, 'regular expressions are not allowed');
    if (node.type === 'variable' && FORBIDDEN.has(String(node.value))) {
      throw refuse(source, `$${String(node.value)} is not allowed`);
    }
    if (node.type === 'name' && isFirst) roots.add(String(node.value));
  });
  return {
    roots,
    evaluate: async (input) => {
      try {
        return plain(await expression.evaluate(input));
      } catch (cause) {
        if (cause instanceof Fault) throw cause;
        throw refuse(source, whyOf(cause), cause);
      }
    },
  };
}

const compiled = new Map<string, Expression>();

/**
 * @throws {Fault} `BINDING_INVALID` when it does not parse, or uses what is not allowed
 */
export function safeJsonata(source: string): Expression {
  const known = compiled.get(source);
  if (known !== undefined) return known;
  const fresh = compile(source);
  if (compiled.size >= CACHE_MAX) compiled.clear();
  compiled.set(source, fresh);
  return fresh;
}
