/** Scores and the formula that they come from, for people: thousandths as decimals. */
import { unreachable } from '../../../shared/errors.ts';
import type { Weights } from '../../../shared/events/shapes.ts';
import type { Layer } from '../../../shared/events/step-events.ts';

const FULL = 1_000;
const LAYERS = ['syntax', 'semantics', 'consistency'] as const;

const decimals = (thousandths: number, least: number): string => {
  const text = (thousandths / FULL).toFixed(3);
  const cut = text.replace(/0+$/, '');
  return text.slice(0, Math.max(cut.length, text.indexOf('.') + 1 + least));
};

/** `0.80`; the third decimal only where there is one. */
export const scoreText = (score: number): string => decimals(score, 2);

const scoreOf = (layers: readonly Layer[], name: Layer['layer']): number =>
  layers.find(({ layer }) => layer === name)?.score ?? FULL;

type Verdict = {
  readonly score: number;
  readonly layers: readonly Layer[];
  readonly weights: Weights;
};

/** `S 0.30 = 0.2·1.0 + 0.5·0.2 + 0.3·0.0`; a layer that was not reached counts in full, as the verdict counts it. */
export function formulaText({ score, layers, weights }: Verdict): string {
  const terms = LAYERS.map(
    (name) => `${decimals(weights[name], 1)}·${decimals(scoreOf(layers, name), 1)}`,
  );
  return `S ${scoreText(score)} = ${terms.join(' + ')}`;
}

/**
 * The layer that rejects whatever S is; undefined when S alone does.
 *
 * @param verdict a rejected one
 */
export function gateOf({ score, layers, weights }: Verdict): Layer['layer'] | undefined {
  if (score < weights.threshold) return undefined;
  return LAYERS.find((name) => {
    switch (name) {
      case 'syntax':
      case 'consistency':
        return scoreOf(layers, name) < FULL;
      case 'semantics':
        return false;
      default:
        return unreachable(name);
    }
  });
}
