/** Checks data against a tool's announced JSON Schema; compiled once per schema. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const CACHE_MAX = 500;
const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
// The package's default export is typed for CommonJS.
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
const compiled = new Map<string, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  // The same schema in another order of keys is only compiled once more.
  const key = JSON.stringify(schema);
  let validate = compiled.get(key);
  if (validate === undefined) {
    if (compiled.size >= CACHE_MAX) compiled.clear();
    validate = ajv.compile(schema);
    compiled.set(key, validate);
  }
  return validate;
}

/** @returns null when the data fits, else `path: what is wrong` */
export function mismatch(schema: unknown, data: unknown): string | null {
  if (typeof schema !== 'object' || schema === null || Object.keys(schema).length === 0)
    return null;
  const validate = validatorOf(schema);
  if (validate(data)) return null;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath || '(whole)'}: ${error?.message ?? 'does not fit the schema'}`;
}
