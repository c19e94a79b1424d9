/** Checks data against a tool's announced JSON Schema; compiled once per schema. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const CACHE_MAX = 500;
const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true, verbose: true });
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

const VALUE_MAX = 100;

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= VALUE_MAX ? text : `${text.slice(0, VALUE_MAX - 1)}…`;
};

/** What would have fitted, where a list says it. */
const allowedIn = ({ params }: ErrorObject): string => {
  const { allowedValues } = params as { allowedValues?: unknown };
  return allowedValues === undefined ? '' : ` (${short(allowedValues)})`;
};

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** @returns null when the data fits, else `path: what is wrong, and the value that is` */
export function mismatch(schema: unknown, data: unknown): string | null {
  if (typeof schema !== 'object' || schema === null || Object.keys(schema).length === 0)
    return null;
  const validate = validatorOf(schema);
  if (validate(data)) return null;
  const [error] = validate.errors ?? [];
  if (error === undefined) return '(whole): does not fit the schema';
  const { instancePath, message = 'does not fit the schema', data: found } = error;
  const given = instancePath !== '' && isScalar(found) ? `, not ${short(found)}` : '';
  return `${instancePath || '(whole)'}: ${message}${allowedIn(error)}${given}`;
}
