/** Rewrites answers of the provider, whatever their shape. */

/** @param value instead of every field of that name, at any depth; undefined leaves the field out */
export const replaceField = (body: unknown, field: string, value: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, was) => (name === field ? value : was));
