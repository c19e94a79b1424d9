/** Ids for new steps: s1, s2 … on from the highest that is taken. */
export function stepIds(taken: readonly string[]): () => string {
  const numbers = taken.map((id) => Number(/^s(\d+)$/u.exec(id)?.[1] ?? 0));
  let last = Math.max(0, ...numbers);
  return () => {
    last += 1;
    return `s${last}`;
  };
}

type Accepted = Readonly<Record<string, { readonly tool: string | null; readonly data?: unknown }>>;

/** What tells one piece of reasoning from another: a field of its result. */
const FIELDS: Readonly<Record<string, string>> = {
  summary: 'count',
  draft: 'subject',
  advice: 'text',
};

type Wanted = { readonly tool: string | null; readonly subtask: string };

/** @returns the id of the accepted result of this tool, or of this reasoning */
export const acceptedOf = (accepted: Accepted, { tool, subtask }: Wanted): string | undefined =>
  Object.entries(accepted).find(([, { tool: own, data }]) => {
    if (own !== tool) return false;
    const field = FIELDS[subtask] ?? '';
    return tool !== null || (typeof data === 'object' && data !== null && field in data);
  })?.[0];
