/**
 * The constraints of a specification as checks of a step. A check is JSONata over `{ tool, params, data, results,
 * spec }` that must yield `true`. One that reads no result is about the parameters: broken, it is theirs to correct
 * (WIRE.md section 3), and for a tool with effects it is asked before the call.
 */
import { safeJsonata } from '../bindings/safe-jsonata.ts';
import type { Expect, Spec } from '../events/shapes.ts';

export type ConstraintChecks = {
  readonly onParams: readonly Expect[];
  readonly onData: readonly Expect[];
};

const RULE_MAX = 100;
const NOT_AS_ASKED = { zh: '不符合要求：', en: 'not as asked: ' } as const;

const readsResult = (test: string): boolean => {
  const { roots } = safeJsonata(test);
  return roots.has('data') || roots.has('results');
};

/** @throws {Fault} `BINDING_INVALID` for a check that does not parse; a planner proposes no such specification */
export function constraintExpects({
  constraints,
  language,
}: Pick<Spec, 'constraints' | 'language'>): ConstraintChecks {
  const onParams: Expect[] = [];
  const onData: Expect[] = [];
  for (const { id, text, check } of constraints) {
    if (check === undefined) continue;
    const isOnData = readsResult(check);
    const expect: Expect = {
      rule: `constraint ${id}`.slice(0, RULE_MAX),
      test: check,
      layer: 'semantics',
      class: isOnData ? 'result' : 'parameter',
      message: `${NOT_AS_ASKED[language === 'zh' ? 'zh' : 'en']}${text}`.slice(0, 500),
    };
    (isOnData ? onData : onParams).push(expect);
  }
  return { onParams, onData };
}
