#!/usr/bin/env node
// The command `loopwright`: runs what the build made of services/cli/main.ts.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../../dist/services/cli/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) {
  await import(main.href);
} else {
  const message = 'Loopwright is not built here.';
  const cure = 'Run npm install and npm run build in its folder, or npm start, which does both.';
  const isJson = process.argv.includes('--json');
  const error = { type: 'error', code: 'NOT_BUILT', message, cure };
  process.stderr.write(`${isJson ? JSON.stringify(error) : `${message} ${cure}`}\n`);
  process.exitCode = 3;
}
