// Counts what vitest's JSON report says, for the last line of `npm test`.

/** @typedef {{ status: string, message?: string, assertionResults: { status: string }[] }} Suite */
/** @typedef {{ testResults: Suite[] }} Report */
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * A file that failed without a failed test (it could not be collected, or a hook threw) counts as
 * one failure, and so does a run that ended badly with nothing else to show for it: an unhandled
 * error, a crash, no report at all.
 * @param {Report | undefined} report
 * @param {number} exitCode of vitest
 * @returns {Counts}
 */
export function countTests(report, exitCode) {
  const suites = report?.testResults ?? [];
  const statuses = suites.flatMap((suite) => suite.assertionResults.map(({ status }) => status));
  const passed = statuses.filter((status) => status === 'passed').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  const broken = suites.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const unexplained = exitCode !== 0 && failed + broken === 0 ? 1 : 0;
  const skipped = statuses.length - passed - failed;
  return { passed, failed: failed + broken + unexplained, skipped };
}

/**
 * @param {Counts} counts
 * @returns {string}
 */
export function closingLine({ passed, failed, skipped }) {
  const told = skipped > 0 ? `${skipped} skipped: they need LOOPWRIGHT_SHARED\n` : '';
  return `${told}${passed} passed, ${failed} failed`;
}

/**
 * A run that executed nothing proves nothing, so it does not end well.
 * @param {Counts} counts
 * @returns {number}
 */
export function exitCodeOf({ passed, failed }) {
  return failed === 0 && passed > 0 ? 0 : 1;
}
