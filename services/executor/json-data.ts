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

function check(value: unknown, path: string, above: readonly object[]): void {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw invalid(path, String(value));
    return;
  }
  if (value === undefined) return;
  if (typeof value !== 'object') throw invalid(path, `a ${typeof value}`);
  if (above.includes(value)) throw invalid(path, 'a cycle');
  if (above.length > DEPTH_MAX) throw invalid(path, 'something nested too deeply');
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return;
  const below = [...above, value];
  if (value instanceof Map || value instanceof Set) throw invalid(path, value.constructor.name);
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
