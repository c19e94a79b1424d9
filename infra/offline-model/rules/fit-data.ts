/** The key facts of an answer in the form that was asked for: properties are found by their names. */
type Json = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 4;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Every field under its own name and under that of its parent and itself; what stands higher goes first. */
function fieldsOf(data: Json, text: string): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  const add = (name: string, value: unknown): void => {
    if (!fields.has(plain(name))) fields.set(plain(name), value);
  };
  for (const [name, value] of Object.entries(data)) add(name, value);
  for (const [parent, inner] of Object.entries(data)) {
    if (!isObject(inner)) continue;
    for (const [name, value] of Object.entries(inner)) {
      add(`${parent}_${name}`, value);
      add(name, value);
    }
  }
  for (const name of ['text', 'answer', 'summary']) add(name, text);
  return fields;
}

/** What stands for a whole thing where one word is wanted. */
const NAMES = ['name', 'flight_no', 'order_no', 'file'];

function asType(value: unknown, schema: Json, text: string, depth: number): unknown {
  const { type } = schema;
  if (type === 'object' && isObject(value))
    return depth > 0 ? shaped(value, text, schema, depth - 1) : value;
  if (type === 'string' && isObject(value))
    return NAMES.map((name) => value[name]).find((own) => typeof own === 'string');
  if (type === 'string' && typeof value === 'number') return String(value);
  const isNumeric = typeof value === 'string' && /^-?\d+(?:\.\d+)?$/u.test(value);
  if ((type === 'number' || type === 'integer') && isNumeric) return Number(value);
  return value;
}

function shaped(data: Json, text: string, schema: Json, depth: number): unknown {
  if (!isObject(schema.properties)) return data;
  const fields = fieldsOf(data, text);
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, own]) => {
      const value = fields.get(plain(name));
      const fit =
        value === undefined ? undefined : asType(value, isObject(own) ? own : {}, text, depth);
      return fit === undefined ? [] : [[name, fit]];
    }),
  );
}

/**
 * @param text the answer in words, for a schema that wants a text
 * @param schema JSON Schema; what it names and nobody knows is left out, for the observer to see
 */
export function fitted(data: unknown, text: string, schema: Json): unknown {
  if (schema.type === 'string') return text;
  return isObject(data) ? shaped(data, text, schema, DEPTH_MAX) : data;
}
