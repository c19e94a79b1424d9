/**
 * `$pick`: the binding that models write. `{ from, where?, sortBy?, take? }` reads a list out of an
 * accepted result, filters and sorts it, and takes a field of the first row.
 */
import { z } from 'zod';
import { unreachable } from '../errors.ts';

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const Condition = z.union([
  Scalar,
  z
    .strictObject({
      eq: Scalar,
      ne: Scalar,
      gt: z.union([z.number(), z.string()]),
      gte: z.union([z.number(), z.string()]),
      lt: z.union([z.number(), z.string()]),
      lte: z.union([z.number(), z.string()]),
      in: z.array(Scalar),
    })
    .partial(),
]);
type Condition = z.infer<typeof Condition>;

export const Pick = z.strictObject({
  /** Dotted path: a step id, then fields of its data. */
  from: z.string().min(1).max(200),
  where: z.record(z.string(), Condition).optional(),
  /** A field, `-field` for descending. Rows without it come last. */
  sortBy: z.string().optional(),
  /** A field of the first row; the whole row when left out. */
  take: z.string().optional(),
});
export type Pick = z.infer<typeof Pick>;

/** Follows a dotted path; numbers index arrays. Undefined when something on the way is missing. */
export function atPath(value: unknown, path: string): unknown {
  let current: unknown = value;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key))
      return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in';

const compare = (a: unknown, b: unknown): number | undefined => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return undefined;
};

function holds(value: unknown, operator: Operator, operand: unknown): boolean {
  const order = compare(value, operand);
  switch (operator) {
    case 'eq':
      return value === operand;
    case 'ne':
      return value !== operand;
    case 'gt':
      return order !== undefined && order > 0;
    case 'gte':
      return order !== undefined && order >= 0;
    case 'lt':
      return order !== undefined && order < 0;
    case 'lte':
      return order !== undefined && order <= 0;
    case 'in':
      return Array.isArray(operand) && operand.includes(value);
    default:
      return unreachable(operator);
  }
}

const meets = (row: unknown, where: Readonly<Record<string, Condition>>): boolean =>
  Object.entries(where).every(([field, condition]) => {
    const value = atPath(row, field);
    if (typeof condition !== 'object' || condition === null) return value === condition;
    return Object.entries(condition).every(([operator, operand]) =>
      holds(value, operator as Operator, operand),
    );
  });

const bySortKey = (sortBy: string) => {
  const isDescending = sortBy.startsWith('-');
  const field = isDescending ? sortBy.slice(1) : sortBy;
  return (a: unknown, b: unknown): number => {
    const [left, right] = [atPath(a, field), atPath(b, field)];
    if (left === undefined || right === undefined)
      return Number(left === undefined) - Number(right === undefined);
    const order = compare(left, right) ?? 0;
    return isDescending ? -order : order;
  };
};

/**
 * @param results data of accepted steps by step id
 * @returns the value, or undefined when no row is left or the field is missing
 */
export function evaluatePick(pick: Pick, results: Readonly<Record<string, unknown>>): unknown {
  const source = atPath(results, pick.from);
  if (source === undefined || source === null) return undefined;
  let rows = Array.isArray(source) ? source : [source];
  const { where, sortBy, take } = pick;
  if (where !== undefined) rows = rows.filter((row) => meets(row, where));
  // toSorted is stable, so equal rows keep the provider's order and a replay picks the same.
  if (sortBy !== undefined) rows = rows.toSorted(bySortKey(sortBy));
  const [first] = rows;
  if (first === undefined) return undefined;
  return take === undefined ? first : atPath(first, take);
}
