// A nats-server copied out of the official Docker image. Its program is static, so it runs outside
// the image too; a container in its place could not be started, paused and killed like a process.
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { SetupError } from './setup-error.mjs';

const IMAGE = 'nats:2.15.0-alpine';
const ANSWER_MS = 10_000;
const PULL_MS = 180_000;

/**
 * Copies the program into the folder and returns its path.
 * @param {{ folder: string, platform?: string, env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<string>}
 */
export async function natsFromDocker({ folder, platform = process.platform, env }) {
  if (platform !== 'linux') throw new SetupError('the image holds a program for Linux only');
  const quick = { timeoutMs: ANSWER_MS, ...(env && { env }) };
  const patient = { ...quick, timeoutMs: PULL_MS };
  await runCommand('docker', ['version', '--format', '{{.Server.Version}}'], quick);
  const created = await runCommand('docker', ['create', IMAGE], patient);
  const container = created.trim();
  const program = join(folder, 'nats-server');
  try {
    const inside = `${container}:/usr/local/bin/nats-server`;
    await runCommand('docker', ['cp', inside, program], patient);
  } finally {
    await runCommand('docker', ['rm', container], quick);
  }
  return program;
}
