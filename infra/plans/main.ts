/**
 * `npm run plans -- FILE [--tools FILE]`: checks the plans of a file, one JSON object a line, and writes one
 * line each to stdout. What is wrong with a plan goes to stderr in words.
 */
import { checkPlansOf } from './plans-command.ts';

const { stdout, stderr, exitCode } = checkPlansOf(process.argv.slice(2));
process.stderr.write(stderr);
process.stdout.write(stdout);
process.exitCode = exitCode;
