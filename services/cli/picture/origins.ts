/** Where a step's parameters came from: `MU5678 ← s1 lowest price, stock > 0`. */
import { type Pick, Pick as PickSchema } from '../../../shared/bindings/pick.ts';
import { safeJsonata } from '../../../shared/bindings/safe-jsonata.ts';
import { canonicalJson } from '../../../shared/canonical-json.ts';
import type { Labels } from '../labels.ts';
import { valueText } from './short-params.ts';

type Origin = {
  /** The value read; undefined while it was not. */
  readonly value: unknown;
  readonly stepIds: readonly string[];
  /** How it was chosen, in words; empty for what is plainly read. */
  readonly how: string;
};

const SIGNS: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  in: '∈',
};

const conditionText = ([field, condition]: [string, unknown]): string => {
  if (typeof condition !== 'object' || condition === null)
    return `${field} = ${valueText(condition)}`;
  return Object.entries(condition)
    .map(([sign, operand]) => `${field} ${SIGNS[sign] ?? sign} ${valueText(operand)}`)
    .join(', ');
};

function howText({ where = {}, sortBy }: Pick, labels: Labels): string {
  const sorted =
    sortBy === undefined ? [] : [labels.sorted(sortBy.replace(/^-/, ''), sortBy.startsWith('-'))];
  return [...sorted, ...Object.entries(where).map(conditionText)].join(', ');
}

const rootsOf = (source: string, known: ReadonlySet<string>): string[] => {
  try {
    return [...safeJsonata(source).roots].filter((root) => known.has(root));
  } catch {
    // What the plan's check refuses never gets here; what is odd is shown without an origin.
    return [];
  }
};

type Bindings = Readonly<Record<string, unknown>>;
type Known = {
  readonly bindings: Bindings;
  readonly stepIds: ReadonlySet<string>;
  readonly labels: Labels;
};

function originOf(value: object, { bindings, stepIds, labels }: Known): Origin | undefined {
  const [[key, inner] = ['', undefined], ...others] = Object.entries(value);
  if (others.length > 0) return undefined;
  if (key === '$' && typeof inner === 'string')
    return { value: bindings[inner], stepIds: rootsOf(inner, stepIds), how: '' };
  if (key !== '$pick') return undefined;
  const pick = PickSchema.safeParse(inner);
  if (!pick.success) return undefined;
  const from = pick.data.from.split('.')[0] ?? '';
  return {
    value: bindings[canonicalJson(inner)],
    stepIds: [from],
    how: howText(pick.data, labels),
  };
}

/** In the order of the parameters, however deep. */
export function originsOf(params: unknown, known: Known): Origin[] {
  if (typeof params !== 'object' || params === null) return [];
  const own = Array.isArray(params) ? undefined : originOf(params, known);
  if (own !== undefined) return [own];
  return Object.values(params).flatMap((value) => originsOf(value, known));
}

/** Values of the same choice stand together, and what was not yet read is left out. */
export function originsText(origins: readonly Origin[]): string {
  const groups = new Map<string, string[]>();
  for (const { value, stepIds, how } of origins) {
    const steps = stepIds.length === 0 ? '' : `← ${stepIds.join(', ')}`;
    const from = [steps, how].filter((word) => word !== '').join(' ');
    const shown = value === undefined ? [] : [valueText(value)];
    groups.set(from, [...(groups.get(from) ?? []), ...shown]);
  }
  return [...groups]
    .map(([from, values]) => [...values, from].filter((word) => word !== '').join(' '))
    .join('  ');
}

const changeText = (name: string, value: unknown, labels: Labels): string => {
  const origins = originsOf(value, { bindings: {}, stepIds: new Set(), labels });
  const from = originsText(origins);
  return from === '' ? `${name} = ${valueText(value)}` : `${name} ${from}`;
};

/** `arr_city = 上海, flight_no ← s1 lowest price`: what `now` has that `before` has not. */
export const changesText = (
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  labels: Labels,
): string =>
  Object.entries(now)
    .filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value))
    .map(([name, value]) => changeText(name, value, labels))
    .join(', ');
