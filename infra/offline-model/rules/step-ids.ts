/** Ids for new steps: s1, s2 … on from the highest that is taken. */
export function stepIds(taken: readonly string[]): () => string {
  const numbers = taken.map((id) => Number(/^s(\d+)$/u.exec(id)?.[1] ?? 0));
  let last = Math.max(0, ...numbers);
  return () => {
    last += 1;
    return `s${last}`;
  };
}

type Accepted = Readonly<Record<string, { readonly tool: string | null }>>;

/** @returns the id of the accepted result of `tool` */
export const acceptedOf = (accepted: Accepted, tool: string): string | undefined =>
  Object.entries(accepted).find(([, entry]) => entry.tool === tool)?.[0];
