/**
 * The three layers of rules. Rules decide first; they are pure but for the evaluation of expressions that
 * came with the letter.
 */
import { EMPTY_RULE, expectsOf, layerOf } from '../../machines/observer/verdict.ts';
import { atPath } from '../../shared/bindings/pick.ts';
import { safeJsonata } from '../../shared/bindings/safe-jsonata.ts';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { toFault, unreachable } from '../../shared/errors.ts';
import type { EventData } from '../../shared/events/catalog.ts';
import { type Evidence, type Expect, Result } from '../../shared/events/shapes.ts';
import type { Layer } from '../../shared/events/step-events.ts';
import { mismatch } from '../../shared/json-schema/schema-mismatch.ts';

type Executed = EventData<'step.executed'>;

const rule = (name: string, ok: boolean, detail: string): Evidence => ({ rule: name, ok, detail });

function syntax({ call, result }: Executed): Evidence[] {
  const envelope = Result.safeParse(result);
  if (!envelope.success)
    return [rule('envelope', false, 'the result is not { status, data, error }')];
  if (result.status === 'error') {
    const { code = 'UNKNOWN', message = 'no error was given' } = result.error ?? {};
    return [rule('status', false, `${code}: ${message}`)];
  }
  const wrong = mismatch(call.resultSchema, result.data);
  return [rule('status', true, 'success'), rule('schema', wrong === null, wrong ?? 'fits')];
}

/** Nothing, or an object that holds nothing but empty lists: a search without a hit. */
const isEmpty = (data: unknown): boolean => {
  if (data === null || data === '') return true;
  if (Array.isArray(data)) return data.length === 0;
  if (typeof data !== 'object') return false;
  const values = Object.values(data as object);
  return values.length === 0 || values.every((value) => Array.isArray(value) && value.length === 0);
};

async function expected(expect: Expect, input: unknown): Promise<Evidence> {
  try {
    const value = await safeJsonata(expect.test).evaluate(input);
    return rule(
      expect.rule,
      value === true,
      value === true ? 'holds' : `yields ${JSON.stringify(value) ?? 'nothing'}`,
    );
  } catch (thrown) {
    return rule(expect.rule, false, `cannot be evaluated: ${toFault(thrown).facts}`);
  }
}

const inputOf = ({ call, result }: Executed): unknown => ({
  tool: call.tool,
  params: call.params,
  data: result.data,
  results: Object.fromEntries(Object.entries(call.results).map(([id, { data }]) => [id, data])),
  spec: call.spec,
});

const declared = (executed: Executed, layer: Expect['layer']): Promise<Evidence[]> => {
  const expects = expectsOf(executed.call).filter((expect) => expect.layer === layer);
  if (expects.length === 0) return Promise.resolve([]);
  const input = inputOf(executed);
  return Promise.all(expects.map((expect) => expected(expect, input)));
};

async function semantics(executed: Executed): Promise<Evidence[]> {
  const { call, result } = executed;
  const evidence = await declared(executed, 'semantics');
  if (
    call.effect === 'read' &&
    call.tool !== null &&
    !call.emptyIsSuccess &&
    isEmpty(result.data)
  ) {
    return [
      rule(EMPTY_RULE, false, 'the result is empty, and the tool does not say that this is fine'),
      ...evidence,
    ];
  }
  return evidence;
}

/** The data without the fields that the tool declares to change with every call. */
const steady = (data: unknown, volatile: readonly string[]): unknown => {
  if (volatile.length === 0 || typeof data !== 'object' || data === null) return data;
  const copy = structuredClone(data);
  for (const path of volatile) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.length === 0 ? copy : atPath(copy, keys.join('.'));
    if (typeof parent === 'object' && parent !== null)
      delete (parent as Record<string, unknown>)[last];
  }
  return copy;
};

/** Two answers to one question must agree, unless the tool is one to ask again and again. */
function sameCall({ call, result }: Executed): Evidence[] {
  if (call.tool === null || call.effect !== 'read' || call.polling) return [];
  const params = canonicalJson(call.params);
  const twin = Object.entries(call.results).find(
    ([, prior]) =>
      prior.tool === call.tool &&
      prior.data !== undefined &&
      canonicalJson(prior.params) === params,
  );
  if (twin === undefined) return [];
  const [id, { data }] = twin;
  const agrees =
    canonicalJson(steady(data, call.volatile)) ===
    canonicalJson(steady(result.data, call.volatile));
  return [
    rule(
      'same-call',
      agrees,
      agrees ? `agrees with ${id}` : `step ${id} got another answer to the same call`,
    ),
  ];
}

/** @param executed with large data already fetched */
export async function judgeLayer(layer: Layer['layer'], executed: Executed): Promise<Layer> {
  switch (layer) {
    case 'syntax':
      return layerOf(layer, syntax(executed));
    case 'semantics':
      return layerOf(layer, await semantics(executed));
    case 'consistency':
      return layerOf(layer, [...sameCall(executed), ...(await declared(executed, 'consistency'))]);
    default:
      return unreachable(layer);
  }
}
