// The broker's configuration is one that nats-server accepts.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

test('infra/nats.conf passes the check of nats-server', () => {
  const fetched = join(root, '.loopwright', 'bin', 'nats-server');
  const program = process.env.LOOPWRIGHT_NATS_SERVER ?? fetched;
  const checked = spawnSync(program, ['-c', join(root, 'infra', 'nats.conf'), '-t']);
  expect(String(checked.stderr)).toContain('is valid');
  expect(checked.status).toBe(0);
});
