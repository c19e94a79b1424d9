/** The version of this package, as `health`, `--help` and the first line of `npm start` say it. */
export const VERSION = '0.1.0';
