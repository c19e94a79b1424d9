// A nats-server from the official release archive, checked against a pinned SHA-256.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { SetupError } from './setup-error.mjs';

const VERSION = '2.15.0';

// SHA-256 of nats-server-v2.15.0-<platform>.tar.gz, as in that release's SHA256SUMS. The Linux
// ones stand in the project's own nats-io/nats-docker (2.15.x/alpine3.22/Dockerfile, commit
// 6299853); the darwin ones only in public repositories that pin this release, arm64 alike in several.
const SHA256 = new Map([
  ['linux-amd64', '5d2c51caca950333aba84911df7d377f826f3a59ec36061c6539105084f65c92'],
  ['linux-arm64', 'cdc208f5a3f42963a52b6ab06ef65626bb870315dc936e26ba571780c6351112'],
  ['darwin-amd64', '5bd8b59ca5bf93fab3da2c5843cf564cd6e2e291e22ae3b861746e7ebe259b95'],
  ['darwin-arm64', 'e1c4e22d70bd44abfa0bcb3c16f7cf0c66f648c2e728c58924e8a1ce88913cc8'],
]);

const DOWNLOAD_MS = 120_000;
const UNPACK_MS = 30_000;

/**
 * Fetches and unpacks the release into the folder, and returns the path of the program.
 * @param {{ folder: string, download?: (url: string) => Promise<Buffer>, platform?: string }} options
 * @returns {Promise<string>}
 */
export async function natsFromRelease({
  folder,
  download = fetchBytes,
  platform = thisPlatform(),
}) {
  const sha256 = SHA256.get(platform);
  if (!sha256) throw new SetupError(`no checksum is pinned for ${platform}`);
  const name = `nats-server-v${VERSION}-${platform}`;
  const bytes = await download(
    `https://github.com/nats-io/nats-server/releases/download/v${VERSION}/${name}.tar.gz`,
  );
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) {
    throw new SetupError(`${name}.tar.gz has SHA-256 ${found}, not ${sha256}: refused`);
  }
  const archive = join(folder, 'release.tar.gz');
  writeFileSync(archive, bytes);
  await runCommand('tar', ['-xzf', archive, '-C', folder], { timeoutMs: UNPACK_MS });
  return join(folder, name, 'nats-server');
}

function thisPlatform() {
  return `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
}

/** @param {string} url */
async function fetchBytes(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
  if (!response.ok) throw new SetupError(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}
