/**
 * Bindings: parameters that are read out of earlier results instead of being literal. They may stand
 * anywhere inside `params`: `{ "$pick": {...} }` or `{ "$": "JSONata" }`.
 */
import { canonicalJson } from '../canonical-json.ts';
import { Fault } from '../errors.ts';
import { describeIssues } from '../events/parse-event.ts';
import { evaluatePick, Pick } from './pick.ts';
import { safeJsonata } from './safe-jsonata.ts';

type Binding =
  | { readonly kind: 'pick'; readonly pick: Pick; readonly source: string }
  | { readonly kind: 'jsonata'; readonly source: string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Hides a pattern of depth attacks: plans come from strangers. */
const DEPTH_MAX = 40;

const bindingOf = (value: Record<string, unknown>, path: string): Binding | undefined => {
  const keys = Object.keys(value);
  if (keys.length !== 1) return undefined;
  if (keys[0] === '$pick') {
    const pick = Pick.safeParse(value.$pick);
    if (pick.success) return { kind: 'pick', pick: pick.data, source: canonicalJson(value.$pick) };
    throw new Fault('BINDING_INVALID', `$pick at ${path}: ${describeIssues(pick.error)}.`, {
      path,
    });
  }
  if (keys[0] === '$') {
    if (typeof value.$ === 'string') return { kind: 'jsonata', source: value.$ };
    throw new Fault('BINDING_INVALID', `The expression at ${path} is not a string.`, { path });
  }
  return undefined;
};

function* findBindings(
  value: unknown,
  path: string,
  depth = 0,
): Generator<{ binding: Binding; path: string }> {
  if (depth > DEPTH_MAX)
    throw new Fault('BINDING_INVALID', `${path} nests deeper than ${DEPTH_MAX}.`, { path });
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      yield* findBindings(item, `${path}.${index}`, depth + 1);
  } else if (isObject(value)) {
    const binding = bindingOf(value, path);
    if (binding !== undefined) yield { binding, path };
    else
      for (const [key, item] of Object.entries(value))
        yield* findBindings(item, `${path}.${key}`, depth + 1);
  }
}

/** True when nothing in `params` has to be read out of results. */
export const isLiteral = (params: unknown): boolean =>
  findBindings(params, 'params').next().done === true;

export type References = {
  /** Steps that a `$pick` names, so they must exist. */
  readonly picked: ReadonlySet<string>;
  /** What each `$pick` reads, as a dotted path that begins with the step. */
  readonly paths: ReadonlySet<string>;
  /** Names at the root of JSONata paths: steps, or fields. */
  readonly roots: ReadonlySet<string>;
};

/**
 * The names that the bindings of `params` read from.
 *
 * @throws {Fault} `BINDING_INVALID` for an expression that does not parse or is not allowed
 */
export function referencesOf(params: unknown): References {
  const picked = new Set<string>();
  const paths = new Set<string>();
  const roots = new Set<string>();
  for (const { binding } of findBindings(params, 'params')) {
    if (binding.kind === 'pick') {
      const { from, take } = binding.pick;
      picked.add(from.split('.')[0] ?? '');
      paths.add(from.includes('.') || take === undefined ? from : `${from}.${take}`);
    } else for (const root of safeJsonata(binding.source).roots) roots.add(root);
  }
  return { picked, paths, roots };
}

export type Bound = {
  readonly params: Record<string, unknown>;
  /** Expression to value, as `step.dispatched` records them. */
  readonly bindings: Record<string, unknown>;
};

/** A copy of `value` with the thing at each path replaced. */
const withValues = (
  value: unknown,
  path: string,
  values: ReadonlyMap<string, unknown>,
): unknown => {
  if (values.has(path)) return values.get(path);
  if (Array.isArray(value))
    return value.map((item, index) => withValues(item, `${path}.${index}`, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withValues(item, `${path}.${key}`, values)]),
  );
};

/**
 * Evaluates all bindings.
 *
 * @param results data of accepted steps by step id
 * @throws {Fault} `BINDING_EMPTY` when one yields nothing, with its path; `BINDING_INVALID`
 */
export async function evaluateBindings(
  params: Record<string, unknown>,
  results: Readonly<Record<string, unknown>>,
): Promise<Bound> {
  const values = new Map<string, unknown>();
  const bindings: Record<string, unknown> = {};
  for (const { binding, path } of findBindings(params, 'params')) {
    const value =
      binding.kind === 'pick'
        ? evaluatePick(binding.pick, results)
        : await safeJsonata(binding.source).evaluate(results);
    if (value === undefined) {
      throw new Fault('BINDING_EMPTY', `${path}: ${binding.source} yields nothing.`, { path });
    }
    values.set(path, value);
    bindings[binding.source] = value;
  }
  if (values.size === 0) return { params, bindings };
  return { params: withValues(params, 'params', values) as Record<string, unknown>, bindings };
}
