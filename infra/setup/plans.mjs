// `npm run plans`: checks a file of plans. It needs no server, so it prepares only what is not built yet.
import { join } from 'node:path';
import { isBuilt } from './build.mjs';
import { areDependenciesInstalled } from './dependencies.mjs';
import { prepare, ROOT, report } from './prepare.mjs';
import { runInPlace } from './run-in-place.mjs';

try {
  const { INIT_CWD, ...env } = process.env;
  if (!areDependenciesInstalled(ROOT) || !isBuilt(ROOT)) await prepare(env);
  const main = join(ROOT, 'dist', 'infra', 'plans', 'main.js');
  // npm runs scripts in the project's folder; paths are relative to where the user stands.
  const cwd = INIT_CWD ?? process.cwd();
  process.exitCode = await runInPlace([main, ...process.argv.slice(2)], { env, cwd });
} catch (error) {
  report(error);
  process.exitCode = 1;
}
