/**
 * A whole system on one machine: nats-server, the sample provider, the offline model and the roles, as
 * child processes that are started again when they die and stopped in order. What is started is stopped
 * again, also when a later step fails.
 */

import { fileURLToPath } from 'node:url';
import { ROLE_NODE_FLAGS } from '../../shared/actor/node-flags.ts';
import { connectBus } from '../../shared/bus/connect-bus.ts';
import type { Config } from '../../shared/config/read-config.ts';
import { awaitReady } from './await-ready.ts';
import { announceSystem, withdrawSystem } from './dev-file.ts';
import { Guard } from './guard.ts';
import { KeptProcess } from './kept-process.ts';
import { findNatsBinary } from './nats-binary.ts';
import { ROLE_NAMES, type RoleName, type Scale } from './role-names.ts';
import { startNats } from './start-nats.ts';
import { type SampleOptions, startSamples } from './start-samples.ts';
import { type SystemPlace, takePlace } from './system-place.ts';

export type SystemOptions = {
  readonly config: Config;
  /** What the children inherit. */
  readonly env: NodeJS.ProcessEnv;
  readonly scale: Scale;
  readonly samples: SampleOptions;
  /** A folder of its own, removed at the end, and no `dev.json`. */
  readonly isOnce: boolean;
  /** Of the roles, unless the environment says otherwise. */
  readonly logLevel: 'info' | 'warn';
  readonly log: (line: string) => void;
  /** Ends the start-up. */
  readonly signal: AbortSignal;
};

type RunningProcess = { readonly name: string; readonly pid: number };

export type System = {
  readonly natsUrl: string;
  readonly serverVersion: string;
  readonly providerUrl: string;
  /** Of the offline model, ending in `/v1`. */
  readonly modelUrl: string;
  /** False when another system of this home is the one that commands find by themselves. */
  readonly isAnnounced: boolean;
  /** As they are at this moment. */
  readonly pids: readonly RunningProcess[];
  /** Ends what was started: roles, then provider and offline model, then server. */
  readonly stop: () => Promise<void>;
  /** Ends it at once. */
  readonly kill: () => void;
};

/** A little longer than roles give their calls; a system that is thrown away need not wait for them. */
const ROLE_GRACE_MS = 16_000;
const ONCE_GRACE_MS = 2_000;
/** Who waits longer is told why. */
const QUIET_MS = 1_000;
const SAMPLES_GRACE_MS = 2_000;
const NATS_GRACE_MS = 10_000;

/** Where the roles find the rest. */
type Urls = Pick<System, 'natsUrl' | 'providerUrl' | 'modelUrl'>;

const programOf = (role: RoleName): string =>
  fileURLToPath(new URL(`../${role}/main.js`, import.meta.url));

class LocalSystem {
  readonly #options: SystemOptions;
  readonly #place: SystemPlace;
  readonly #guard: Guard;
  #server: KeptProcess | undefined;
  #samples: KeptProcess[] = [];
  #roles: KeptProcess[] = [];
  #stopping: Promise<void> | undefined;

  constructor(options: SystemOptions, place: SystemPlace) {
    this.#options = options;
    this.#place = place;
    this.#guard = new Guard(place.temporary);
  }

  async start(): Promise<System> {
    const { config, env, signal, samples, isOnce } = this.#options;
    const common = { env, log: this.#options.log, guard: this.#guard };
    let natsUrl = config.natsUrl;
    if (!config.isNatsGiven) {
      const binary = await findNatsBinary(config, env.PATH);
      const started = await startNats(binary, this.#place, common, signal);
      this.#server = started.server;
      natsUrl = started.url;
    }
    const { providerState } = this.#place;
    const { provider, model } = await startSamples(samples, providerState, common, signal);
    this.#samples = [provider.child, model.child];
    const urls = { natsUrl, providerUrl: provider.url, modelUrl: model.url };
    const serverVersion = await this.#startRoles(urls);
    const isAnnounced = !isOnce && announceSystem(config.home, { ...urls, pid: process.pid });
    const pidsOf = (): RunningProcess[] => this.#pids();
    return {
      ...urls,
      serverVersion,
      isAnnounced,
      get pids() {
        return pidsOf();
      },
      stop: () => this.stop(),
      kill: () => this.kill(),
    };
  }

  /** May be called again; all callers wait for the same end. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  kill(): void {
    for (const child of [...this.#roles, ...this.#samples, this.#server]) child?.kill();
    this.#guard.drop();
    this.#leave();
  }

  async #startRoles({ natsUrl, providerUrl, modelUrl }: Urls): Promise<string> {
    const { config, env, log, scale, signal, logLevel } = this.#options;
    const roleEnv = {
      LOOPWRIGHT_LOG_LEVEL: logLevel,
      LOOPWRIGHT_LOG_FORMAT: config.logFormat,
      ...env,
      NATS_URL: natsUrl,
      LOOPWRIGHT_PROVIDER: providerUrl,
      LOOPWRIGHT_OFFLINE_MODEL: modelUrl,
      LOOPWRIGHT_HOME: config.home,
    };
    const names = ROLE_NAMES.flatMap((role) =>
      Array.from({ length: scale[role] ?? 1 }, () => role),
    );
    const common = { path: process.execPath, env: roleEnv, log, guard: this.#guard };
    this.#roles = names.map(
      (name) =>
        new KeptProcess({
          ...common,
          name,
          args: () => [...ROLE_NODE_FLAGS, programOf(name)],
          stopRank: 0,
        }),
    );
    for (const role of this.#roles) role.start();
    const { natsCreds: creds, natsCa: ca, namespace } = config;
    const connection = await connectBus({
      url: natsUrl,
      creds,
      ca,
      name: 'dev',
      patienceMs: 5_000,
    });
    try {
      await awaitReady(connection, namespace, this.#roles, signal);
      return connection.info?.version ?? '?';
    } finally {
      await connection.close();
    }
  }

  #pids(): RunningProcess[] {
    const all = [...this.#roles, ...this.#samples, this.#server];
    return all.flatMap((child) =>
      child?.pid === undefined ? [] : [{ name: child.name, pid: child.pid }],
    );
  }

  async #stop(): Promise<void> {
    const { isOnce, log } = this.#options;
    const graceMs = isOnce ? ONCE_GRACE_MS : ROLE_GRACE_MS;
    const tell = (): void =>
      log('stopping when running calls are done; Ctrl-C again ends it at once');
    const telling = isOnce ? undefined : setTimeout(tell, QUIET_MS);
    await Promise.all(this.#roles.map((role) => role.stop(graceMs)));
    clearTimeout(telling);
    await Promise.all(this.#samples.map((child) => child.stop(SAMPLES_GRACE_MS)));
    await this.#server?.stop(NATS_GRACE_MS);
    await this.#guard.close();
    this.#leave();
  }

  #leave(): void {
    withdrawSystem(this.#options.config.home, process.pid);
    this.#place.release();
  }
}

/**
 * @throws {Fault} `SERVER_TOO_OLD`, `BUS_UNREACHABLE`, `ROLE_UNREACHABLE`, `CONFIG_INVALID`; the signal's
 * reason when it is aborted. Nothing is left running then.
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const place = await takePlace(options.config.home, options.isOnce);
  const system = new LocalSystem(options, place);
  try {
    return await system.start();
  } catch (thrown) {
    await system.stop();
    throw thrown;
  }
}
