/** The known name that a misspelt one most likely meant. */

/** Levenshtein distance: insertions, deletions and substitutions of single characters. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Of two that are equally near, the one that goes on where the given one ends. */
const farness = (name: string, candidate: string): number =>
  distance(name, candidate) - (candidate.startsWith(name) ? 0.5 : 0);

/** @param known at least one name */
export const nearest = (name: string, known: readonly string[]): string =>
  known.reduce((best, candidate) =>
    farness(name, candidate) < farness(name, best) ? candidate : best,
  );
