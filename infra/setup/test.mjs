// `npm test`: prepares a fresh clone, runs every test, and ends with a line that counts them.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closingLine, countTests, exitCodeOf } from './closing-line.mjs';
import { prepare, ROOT, report } from './prepare.mjs';
import { runInPlace } from './run-in-place.mjs';

const folder = mkdtempSync(join(tmpdir(), 'loopwright-test-'));
const counts = await runTests(join(folder, 'report.json')).catch((error) => {
  report(error);
  return countTests(undefined, 1);
});
rmSync(folder, { recursive: true, force: true });
process.exitCode = exitCodeOf(counts);
process.stdout.write(`${closingLine(counts)}\n`);

/** @param {string} reportFile */
async function runTests(reportFile) {
  // Tests start servers of their own and must not write into one that is in use.
  const { NATS_URL: _, ...env } = process.env;
  const server = await prepare(env);
  if (server.kind === 'binary') env.LOOPWRIGHT_NATS_SERVER = server.path;
  const vitest = [join(ROOT, 'node_modules', '.bin', 'vitest'), 'run'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const args = [...vitest, ...reporters, ...process.argv.slice(2)];
  const exitCode = await runInPlace(args, { env, cwd: ROOT });
  const written = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined;
  return countTests(written, exitCode);
}
