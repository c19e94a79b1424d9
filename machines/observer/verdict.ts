/**
 * From three layers to a verdict: S(r) = w1·syntax + w2·semantics + w3·consistency, in integer thousandths,
 * accepted from the threshold. The layers are gates first: 0.5 + 0.3 alone is exactly 0.8, so without the
 * gate a broken result would pass.
 */
import type { EventData } from '../../shared/events/catalog.ts';
import type {
  ErrorClass,
  Evidence,
  Expect,
  Feedback,
  Weights,
} from '../../shared/events/shapes.ts';
import type { Layer } from '../../shared/events/step-events.ts';
import { constraintExpects } from '../../shared/plan/constraint-expects.ts';
import { classOfError } from './error-class.ts';

const FULL = 1000;

/** A layer is as good as the worst of its rules; one that no rule speaks to scores full and says so. */
export const layerOf = (layer: Layer['layer'], evidence: readonly Evidence[]): Layer => ({
  layer,
  score: evidence.every(({ ok }) => ok) ? FULL : 0,
  evidence:
    evidence.length > 0
      ? [...evidence]
      : [{ rule: 'unchecked', ok: true, detail: 'no rule speaks to this layer' }],
});

/** @returns 0 to 1000; a layer that was not reached counts as unchecked */
function scoreOf(layers: readonly Layer[], weights: Weights): number {
  const score = (name: Layer['layer']): number =>
    layers.find(({ layer }) => layer === name)?.score ?? FULL;
  const sum =
    weights.syntax * score('syntax') +
    weights.semantics * score('semantics') +
    weights.consistency * score('consistency');
  return Math.floor(sum / FULL);
}

const isContradicted = (layers: readonly Layer[]): boolean =>
  layers.some(({ layer, evidence }) => layer === 'consistency' && evidence.some(({ ok }) => !ok));

const isMalformed = (layers: readonly Layer[]): boolean =>
  layers.some(({ layer, score }) => layer === 'syntax' && score < FULL);

type Executed = EventData<'step.executed'>;

const failedEvidence = (layers: readonly Layer[]): Evidence[] =>
  layers.flatMap(({ evidence }) => evidence.filter(({ ok }) => !ok));

/**
 * All that is expected of a result, what explains most first: of the wrong kind of answer nothing else can be said;
 * wrong parameters explain whatever the result lacks; and what a tool says of its own answer goes before the wishes
 * of plan and specification.
 */
export function expectsOf({ expect, spec }: Executed['call']): Expect[] {
  const { onParams, onData } = constraintExpects(spec);
  const ofKind = expect.filter(({ class: cls }) => cls === 'tool');
  const others = expect.filter(({ class: cls }) => cls !== 'tool');
  return [...ofKind, ...onParams, ...others, ...onData];
}

/** A contradiction with an accepted fact goes before the code's class (WIRE.md section 3). */
const classOf = (layers: readonly Layer[], { call, result }: Executed): ErrorClass => {
  const failed = failedEvidence(layers);
  const declared = expectsOf(call).find(({ rule }) =>
    failed.some((evidence) => evidence.rule === rule),
  );
  if (isContradicted(layers)) return declared?.class ?? 'conflict';
  if (result.error !== null) return classOfError(result.error);
  if (isMalformed(layers)) return 'tool';
  if (declared?.class !== undefined) return declared.class;
  return failed.some(({ rule }) => rule === EMPTY_RULE) ? 'parameter' : 'result';
};

export const EMPTY_RULE = 'not-empty';

/** A result that the tool called a success is rejected under one of four codes; the message names the rule. */
const codeOf = (layers: readonly Layer[], failed: readonly Evidence[]): string => {
  if (isMalformed(layers)) return 'INVALID_RESULT';
  if (failed.some(({ rule }) => rule === EMPTY_RULE)) return 'NOT_FOUND';
  return isContradicted(layers) ? 'CONTRADICTED' : 'CHECK_FAILED';
};

const messageOf = (failed: readonly Evidence[], expects: readonly Expect[]): string =>
  failed
    .map(
      ({ rule, detail }) =>
        expects.find((expect) => expect.rule === rule)?.message ?? `${rule}: ${detail}`,
    )
    .join('; ');

export type Verdict = {
  readonly accepted: boolean;
  readonly score: number;
  readonly feedback: Feedback | null;
};

/** @param layers in the order in which they were judged; a broken syntax ends the row */
export function verdictOf(layers: readonly Layer[], executed: Executed): Verdict {
  const { call, result } = executed;
  const score = scoreOf(layers, call.weights);
  const accepted =
    score >= call.weights.threshold && !isMalformed(layers) && !isContradicted(layers);
  if (accepted) return { accepted, score, feedback: null };
  const failed = failedEvidence(layers);
  const cls = classOf(layers, executed);
  const feedback: Feedback = {
    class: cls,
    code: result.error?.code ?? codeOf(layers, failed),
    message: result.error?.message ?? messageOf(failed, expectsOf(call)),
    rejected: { tool: call.tool, params: call.params },
    evidence: failed,
  };
  return { accepted, score, feedback };
}
