// `npm start`: prepares a fresh clone, then runs the command line's `start` in a child.
import { join } from 'node:path';
import { prepare, ROOT, report } from './prepare.mjs';
import { runInPlace } from './run-in-place.mjs';

try {
  const env = { ...process.env };
  const server = await prepare(env);
  if (server.kind === 'binary') env.LOOPWRIGHT_NATS_SERVER = server.path;
  const main = join(ROOT, 'dist', 'services', 'cli', 'main.js');
  process.exitCode = await runInPlace([main, 'start', ...process.argv.slice(2)], { env });
} catch (error) {
  report(error);
  process.exitCode = 1;
}
