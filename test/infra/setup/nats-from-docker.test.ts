// The program is copied out of the image by a docker that only pretends.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { natsFromDocker } from '../../../infra/setup/nats-from-docker.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopwright-docker-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('copies the program out of the image and removes the container', async () => {
  const env = docker('case $1 in create) echo c1;; cp) echo program > "$3";; esac');
  const path = await natsFromDocker({ folder, platform: 'linux', env });
  expect(readFileSync(path, 'utf8')).toBe('program\n');
  expect(readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')).toEqual([
    'version --format {{.Server.Version}}',
    'create nats:2.15.0-alpine',
    `cp c1:/usr/local/bin/nats-server ${path}`,
    'rm c1',
  ]);
});

test('says why when no engine answers', async () => {
  const env = docker('echo Cannot connect to the engine >&2; exit 1');
  await expect(natsFromDocker({ folder, platform: 'linux', env })).rejects.toThrow(
    'docker version: Cannot connect to the engine',
  );
});

test('leaves it alone where the program of the image cannot run', async () => {
  await expect(natsFromDocker({ folder, platform: 'darwin', env: {} })).rejects.toThrow(
    'the image holds a program for Linux only',
  );
});

function docker(script: string): NodeJS.ProcessEnv {
  const path = join(folder, 'docker');
  writeFileSync(path, `#!/bin/sh\necho "$*" >> '${join(folder, 'calls')}'\n${script}\n`);
  chmodSync(path, 0o755);
  return { PATH: `${folder}:/usr/bin:/bin` };
}
