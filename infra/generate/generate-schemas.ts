/**
 * Writes `infra/schemas/` and `infra/asyncapi.yaml` from the events in `shared/events`. With `--check` it
 * writes nothing, and fails when what is on disk is not what it would write.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles, leftOver, projectRoot, staleFiles } from './generated-files.ts';

const ROOT = projectRoot(import.meta.dirname);
const EXIT = { stale: 1, usage: 2 } as const;

function write(): void {
  const files = generatedFiles();
  for (const path of leftOver(ROOT, files)) rmSync(join(ROOT, path));
  for (const [path, text] of files) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  process.stdout.write(`${files.size} files generated\n`);
}

function check(): void {
  const stale = staleFiles(ROOT);
  if (stale.length === 0) return;
  const lines = stale.map((path) => `stale: ${path}\n`).join('');
  process.stderr.write(
    `${lines}They differ from shared/events; mend them with: npm run generate\n`,
  );
  process.exitCode = EXIT.stale;
}

const [option, ...more] = process.argv.slice(2);
if (more.length > 0 || (option !== undefined && option !== '--check')) {
  process.stderr.write('usage: generate-schemas [--check]\n');
  process.exitCode = EXIT.usage;
} else if (option === '--check') check();
else write();
