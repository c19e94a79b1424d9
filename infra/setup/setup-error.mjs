// The one error of the set-up: a reason in one line and what to do about it.
// The set-up runs before anything is built, so it cannot use the faults of shared/.

export class SetupError extends Error {
  /**
   * @param {string} message
   * @param {{ cure?: string, cause?: unknown }} [details]
   */
  constructor(message, { cure = '', cause } = {}) {
    super(message, { cause });
    this.name = 'SetupError';
    this.cure = cure;
  }
}

/**
 * What an error says, in one line.
 * @param {unknown} error
 * @returns {string}
 */
export function reasonOf(error) {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return `${error.message}${error instanceof SetupError ? '' : cause}`.replace(/\s*\n\s*/g, ' ');
}
