// `npm run bench:loop`: prepares as the other commands do, then measures the loop on real processes.
import { join } from 'node:path';
import { prepare, ROOT, report } from './prepare.mjs';
import { runInPlace } from './run-in-place.mjs';

try {
  const { NATS_URL: _, ...env } = process.env;
  const server = await prepare(env);
  if (server.kind === 'binary') env.LOOPWRIGHT_NATS_SERVER = server.path;
  const bench = join(ROOT, 'dist', 'test', 'bench', 'loop-bench.js');
  process.exitCode = await runInPlace([bench, ...process.argv.slice(2)], { env, cwd: ROOT });
} catch (error) {
  report(error);
  process.exitCode = 1;
}
