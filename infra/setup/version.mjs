// Reads and compares version numbers.

/**
 * The first `a.b.c` in a program's answer to `--version`.
 * @param {string} text
 * @returns {string | undefined}
 */
export function parseVersion(text) {
  return /(\d+\.\d+\.\d+)/.exec(text)?.[1];
}

/**
 * @param {string} version
 * @param {string} minimum
 * @returns {boolean}
 */
export function isAtLeast(version, minimum) {
  const wanted = minimum.split('.').map(Number);
  const found = version.split('.').map(Number);
  for (const [place, number] of wanted.entries()) {
    const difference = (found[place] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
