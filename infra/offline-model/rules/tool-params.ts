/** Parameters of a tool, read from a text by its schema: JSON, `name=value`, or the one value that is left. */
import type { Request } from './request-text.ts';

export type Schema = {
  readonly properties: Readonly<
    Record<string, { readonly type?: unknown; readonly default?: unknown }>
  >;
  readonly required: readonly string[];
};

/** Only the plain types are looked at; the tool's own schema says the rest. */
export const isOfType = (value: unknown, type: unknown): boolean => {
  if (type === 'number') return typeof value === 'number';
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'boolean' || type === 'string') return typeof value === type;
  return true;
};

export const schemaOf = (params: unknown): Schema => {
  const { properties = {}, required = [] } = (params ?? {}) as Partial<Schema>;
  return { properties, required };
};

export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** What a schema's type makes of a word; what does not fit stays as it is, for the schema to refuse. */
const typed = (text: string, type: unknown): unknown => {
  if (type === 'string' || type === undefined) return text;
  const value = asJson(text);
  return typeof value === 'string' ? text : value;
};

export const objectIn = (text: string): Record<string, unknown> => {
  const braces = /\{.*\}/su.exec(text)?.[0];
  if (braces === undefined) return {};
  try {
    const value: unknown = JSON.parse(braces);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
};

const pairsIn = (text: string, { properties }: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { type }]) => {
      const value = new RegExp(
        `(?<![A-Za-z0-9_])${escaped(name)}\\s*(?:=|:|：|是|为)\\s*(?:"([^"]*)"|'([^']*)'|([^\\s,，;；。)）]+))`,
        'u',
      ).exec(text);
      const found = value?.[1] ?? value?.[2] ?? value?.[3];
      return found === undefined ? [] : [[name, typed(found, type)]];
    }),
  );

/** The one value that is left when nothing names it. */
const loneValue = (
  text: string,
  name: string,
  schema: Schema,
  tool: string,
): Record<string, unknown> => {
  const { type } = schema.properties[name] ?? {};
  const at = text.indexOf(tool);
  const rest = at < 0 ? text : text.slice(at + tool.length);
  if (type === 'number' || type === 'integer') {
    const number =
      /-?\d+(?:\.\d+)?/u.exec(
        rest.replaceAll(/(?<=\d),(?=\d{3})/g, '').replaceAll(/负\s*(?=\d)/g, '-'),
      )?.[0] ?? /-?\d+(?:\.\d+)?/u.exec(text)?.[0];
    return number === undefined ? {} : { [name]: Number(number) };
  }
  if (type !== 'string') return {};
  const quoted = /[“"「'](.+?)[”"」']/u.exec(rest)?.[1];
  const words =
    quoted ??
    rest
      .replace(/^\s*(?:with|on|for|of|:|：|处理|计算|问候|[\p{Script=Han}]{1,3}(?=\s+\S))?\s*/u, '')
      .replace(/[。.]+$/u, '')
      .trim();
  return words === '' ? {} : { [name]: words };
};

/** What the text and the input give; an answer goes before the goal, above all for what was asked again. */
export function paramsOf(
  { whole, said, input }: Request,
  tool: string,
  schema: Schema,
): Record<string, unknown> {
  const fields = Object.fromEntries(
    Object.entries(input).filter(([name]) => Object.hasOwn(schema.properties, name)),
  );
  const inGoal = Object.entries({ ...objectIn(whole), ...pairsIn(whole, schema) });
  // What was asked again is not taken from the goal.
  const kept = inGoal.filter(
    ([name, value]) => said === '' || isOfType(value, schema.properties[name]?.type),
  );
  const given = {
    ...Object.fromEntries(kept),
    ...objectIn(said),
    ...pairsIn(said, schema),
    ...fields,
  };
  const dropped = inGoal.filter((entry) => !kept.includes(entry)).map(([name]) => name);
  const open = [...new Set([...schema.required, ...dropped])].filter(
    (name) => !Object.hasOwn(given, name),
  );
  const [lone] = open;
  return lone !== undefined && open.length === 1
    ? { ...given, ...loneValue(dropped.includes(lone) ? said : whole, lone, schema, tool) }
    : given;
}
