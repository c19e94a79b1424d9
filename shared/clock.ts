/** Wall-clock time enters here only; deciders and machines take it from events. */

/** Now, as an ISO 8601 instant in UTC with milliseconds. */
export const nowIso = (): string => new Date().toISOString();

/** `iso` moved by `ms` milliseconds. */
export const plusMs = (iso: string, ms: number): string =>
  new Date(Date.parse(iso) + ms).toISOString();
