/** A tool's return value as JSON, or the path of what JSON cannot say. */
import { ToolError } from '../../shared/tools/define-tool.ts';

const invalid = (path: string, what: string): ToolError =>
  new ToolError({
    code: 'INVALID_RESULT',
    message: `The tool returned ${what} at ${path}, which JSON cannot hold.`,
    path,
    retryable: false,
    cure: 'Return plain JSON values: finite numbers, strings, booleans, null, arrays and objects.',
  });

const DEPTH_MAX = 200;

const SCALARS = new Set(['string', 'boolean', 'undefined']);

/** What is wrong with the value itself, its parts aside. */
const objectionTo = (value: unknown, above: readonly object[]): string | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? null : String(value);
  if (value === null || SCALARS.has(typeof value)) return null;
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (value instanceof Map || value instanceof Set) return `a ${value.constructor.name}`;
  if (above.includes(value)) return 'a cycle';
  return above.length > DEPTH_MAX ? 'something nested too deeply' : null;
};

function check(value: unknown, path: string, above: readonly object[]): void {
  const objection = objectionTo(value, above);
  if (objection !== null) throw invalid(path, objection);
  if (typeof value !== 'object' || value === null) return;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return;
  const below = [...above, value];
  for (const [key, item] of Object.entries(value)) check(item, `${path}.${key}`, below);
}

/**
 * @returns a plain copy; a missing value becomes null
 * @throws {ToolError} `INVALID_RESULT` with the path
 */
export function jsonData(value: unknown): unknown {
  check(value, 'data', []);
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
