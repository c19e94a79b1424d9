/** Finds a nats-server that is new enough; `npm start` fetches one, this only looks. */
import { join } from 'node:path';
import { findOnPath, isExecutable } from '../../infra/setup/find-on-path.mjs';
import { runCommand } from '../../infra/setup/run-command.mjs';
import { parseVersion } from '../../infra/setup/version.mjs';
import { isServerNewEnough } from '../../shared/bus/connect-bus.ts';
import type { Config } from '../../shared/config/read-config.ts';
import { Fault, toFault } from '../../shared/errors.ts';

export type NatsBinary = { readonly path: string; readonly version: string };

const ANSWER_MS = 10_000;

const versionOf = async (path: string): Promise<string> => {
  const answer = await runCommand(path, ['--version'], { timeoutMs: ANSWER_MS });
  return parseVersion(answer) ?? '0.0.0';
};

/**
 * In order: the configured one, the home's, the PATH's.
 *
 * @param searchPath a PATH
 * @throws {Fault} `SERVER_TOO_OLD` when none is 2.12 or newer, naming what was passed over
 */
export async function findNatsBinary(
  config: Pick<Config, 'home' | 'natsServer'>,
  searchPath: string | undefined,
): Promise<NatsBinary> {
  const given = config.natsServer === undefined ? [] : [config.natsServer];
  const own = join(config.home, 'bin', 'nats-server');
  const places = [...given, own, ...findOnPath('nats-server', searchPath)];
  const passed: string[] = [];
  for (const path of places.filter(isExecutable)) {
    try {
      const version = await versionOf(path);
      if (isServerNewEnough(version)) return { path, version };
      passed.push(`${path} is ${version}`);
    } catch (thrown) {
      passed.push(`${path} does not run (${toFault(thrown).facts})`);
    }
  }
  const looked = passed.length > 0 ? passed.join('; ') : `there is none at ${own} or on the PATH`;
  throw new Fault('SERVER_TOO_OLD', `No nats-server 2.12 or newer was found: ${looked}.`);
}
