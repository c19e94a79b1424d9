/** What `doctor` looks at, each by itself: one check that fails does not hide the next. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAtLeast } from '../../infra/setup/version.mjs';
import type { Config } from '../../shared/config/read-config.ts';
import { Fault, toFault } from '../../shared/errors.ts';
import { readRegistry } from '../../shared/tools/tool-registry.ts';
import { findNatsBinary } from '../dev/nats-binary.ts';
import { type Health, isActiveRouter, readHealth } from '../dev/read-health.ts';
import { busNameOf, ROLE_NAMES } from '../dev/role-names.ts';
import { type Bus, requireNamespace } from './bus.ts';

export type Check = {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  readonly cure?: string;
};

const NODE_MIN = '20.19.0';
const HEALTH_MS = 500;

/** @param act what was found, or a throw that says what is wrong */
export async function check(name: string, act: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, found: await act() };
  } catch (thrown) {
    const { facts, cure } = toFault(thrown);
    return { name, ok: false, found: facts, cure };
  }
}

const node = async (): Promise<string> => {
  const { node: version } = process.versions;
  if (isAtLeast(version, NODE_MIN)) return version;
  throw new Fault('CONFIG_INVALID', `Node.js ${version} is older than ${NODE_MIN}.`);
};

const built = async (): Promise<string> => {
  const missing = ROLE_NAMES.filter((role) => {
    const program = new URL(`../${role}/main.js`, import.meta.url);
    return !existsSync(fileURLToPath(program));
  });
  if (missing.length === 0) return 'dist';
  throw new Fault('INTERNAL', `dist has no ${missing.join(', ')}: run npm run build.`);
};

const homeIn = async (home: string): Promise<string> => {
  try {
    mkdirSync(home, { recursive: true });
    accessSync(home, constants.W_OK);
    return home;
  } catch (cause) {
    const facts = `${home} cannot be written (LOOPWRIGHT_HOME; ${dirname(home)} is its folder).`;
    throw new Fault('CONFIG_INVALID', facts, { cause });
  }
};

/** What can be said without a server. */
export async function localChecks(
  config: Config,
  searchPath: string | undefined,
): Promise<Check[]> {
  const binary = async (): Promise<string> => {
    const { path, version } = await findNatsBinary(config, searchPath);
    return `${version} at ${path}`;
  };
  return [
    await check('node', node),
    await check('build', built),
    await check('home', () => homeIn(config.home)),
    await check('nats-server', binary),
  ];
}

const rolesIn = (health: readonly Health[]): string => {
  const absent = ROLE_NAMES.filter((role) => !health.some((one) => one.role === busNameOf(role)));
  if (absent.length > 0) {
    throw new Fault('ROLE_UNREACHABLE', `No answer from ${absent.join(', ')}.`);
  }
  if (!health.some(isActiveRouter)) throw new Fault('ROLE_UNREACHABLE', 'No router is active.');
  return health.map(({ role, pid, state }) => `${role} ${pid} (${state})`).join(', ');
};

/** What a server that answers says. */
export async function remoteChecks(bus: Bus): Promise<Check[]> {
  const { connection, namespace } = bus;
  const streams = async (): Promise<string> => {
    const { streams: used } = await (await connection.jetstreamManager()).getAccountInfo();
    return `on, ${used} streams`;
  };
  const provisioned = async (): Promise<string> => {
    await requireNamespace(bus);
    return namespace;
  };
  const tools = async (): Promise<string> => {
    await requireNamespace(bus);
    const known = await readRegistry(connection, namespace);
    if (known.length > 0) return known.map(({ declaration }) => declaration.name).join(', ');
    throw new Fault('ROLE_UNREACHABLE', 'No executor has announced a tool.');
  };
  return [
    await check('jetstream', streams),
    await check('namespace', provisioned),
    await check('roles', async () => rolesIn(await readHealth(connection, namespace, HEALTH_MS))),
    await check('tools', tools),
  ];
}

/** What cannot be looked at without a server. */
export const unseenChecks = (): Check[] =>
  ['jetstream', 'namespace', 'roles', 'tools'].map((name) => ({
    name,
    ok: false,
    found: 'not looked at, since no server answers.',
    cure: 'Mend what is said of nats first.',
  }));
