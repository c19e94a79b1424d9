// What is fetched from the official release, and what is refused.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { natsFromRelease } from '../../../infra/setup/nats-from-release.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loopwright-release-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('refuses an archive whose checksum is not the pinned one, before unpacking it', async () => {
  const urls: string[] = [];
  const download = (url: string) => {
    urls.push(url);
    return Promise.resolve(Buffer.from('something else'));
  };
  await expect(natsFromRelease({ folder, download, platform: 'linux-amd64' })).rejects.toThrow(
    /^nats-server-v2\.15\.0-linux-amd64\.tar\.gz has SHA-256 [0-9a-f]{64}, not [0-9a-f]{64}: refused$/,
  );
  expect(urls).toEqual([
    'https://github.com/nats-io/nats-server/releases/download/v2.15.0/nats-server-v2.15.0-linux-amd64.tar.gz',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('fetches nothing for a platform without a pinned checksum', async () => {
  const download = () => Promise.reject(new Error('must not be called'));
  await expect(natsFromRelease({ folder, download, platform: 'sunos-x64' })).rejects.toThrow(
    'no checksum is pinned for sunos-x64',
  );
});
