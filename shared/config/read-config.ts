/**
 * The only reader of the environment (WIRE.md section 6). All bad variables are reported at once, and an
 * unknown `LOOPWRIGHT_*` is an error that names the nearest known one: a misspelt setting that is silently
 * ignored costs an evening.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Fault } from '../errors.ts';
import { Namespace, PoolName } from '../events/names.ts';
import { isTimeZone } from '../is-time-zone.ts';
import {
  MODEL_VARIABLES,
  type ModelEndpoints,
  modelEndpoints,
  modelProblems,
} from './model-settings.ts';
import { nearest } from './nearest.ts';

const Variables = z.object({
  ...MODEL_VARIABLES,
  NATS_URL: z.string().optional(),
  NATS_CREDS: z.string().optional(),
  NATS_CA: z.string().optional(),
  LOOPWRIGHT_NAMESPACE: Namespace.default('lw'),
  LOOPWRIGHT_HOME: z.string().min(1).default('.loopwright'),
  LOOPWRIGHT_POOL: PoolName.default('default'),
  LOOPWRIGHT_CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(16),
  LOOPWRIGHT_TOOLS: z.string().optional(),
  LOOPWRIGHT_TIME_ZONE: z.string().optional(),
  LOOPWRIGHT_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info'),
  LOOPWRIGHT_LOG_FORMAT: z.enum(['text', 'json']).optional(),
  LOOPWRIGHT_PROVIDER: z.url().optional(),
  LOOPWRIGHT_WORLD: z.string().optional(),
  LOOPWRIGHT_FAULT: z.string().optional(),
  LOOPWRIGHT_SCRIPT: z.string().optional(),
  LOOPWRIGHT_NATS_SERVER: z.string().optional(),
});

/** In WIRE.md's table, for parts that later versions read; accepted so that one file can set them all. */
const RESERVED = new Set([
  'LOOPWRIGHT_METRICS_PORT',
  'LOOPWRIGHT_CAPTURE_CONTENT',
  'LOOPWRIGHT_CASSETTE',
  'LOOPWRIGHT_SHARED',
]);

const KNOWN = [...Object.keys(Variables.shape), ...RESERVED];

export type Config = {
  readonly natsUrl: string;
  readonly isNatsGiven: boolean;
  readonly natsCreds: string | undefined;
  readonly natsCa: string | undefined;
  readonly namespace: string;
  /** Absolute folder for binaries, stores, outbox and `dev.json`. */
  readonly home: string;
  readonly pool: string;
  readonly concurrency: number;
  /** Modules or folders of tools; empty for the built-in samples. */
  readonly tools: readonly string[];
  /** IANA zone. */
  readonly timeZone: string;
  readonly logLevel: z.infer<typeof Variables>['LOOPWRIGHT_LOG_LEVEL'];
  readonly logFormat: 'text' | 'json';
  /** Base URL of the sample provider. */
  readonly providerUrl: string | undefined;
  readonly world: string | undefined;
  /** What the samples are to do wrong, and a list of replies for the offline model; neither is checked here. */
  readonly fault: string | undefined;
  readonly script: string | undefined;
  readonly models: ModelEndpoints;
  readonly natsServer: string | undefined;
};

export const DEFAULT_NATS_URL = 'nats://127.0.0.1:4222';

const DevFile = z.object({
  natsUrl: z.string(),
  providerUrl: z.string().optional(),
  /** Base URL of the offline model, ending in `/v1`. */
  modelUrl: z.string().optional(),
  pid: z.number(),
});
export type DevFile = z.infer<typeof DevFile>;

/** @returns what a running `dev` wrote about itself; undefined when none is running */
export function readDevFile(home: string): DevFile | undefined {
  const path = join(home, 'dev.json');
  if (!existsSync(path)) return undefined;
  try {
    const file = DevFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    process.kill(file.pid, 0);
    return file;
  } catch {
    // Half written, or left behind by a process that is gone.
    return undefined;
  }
}

const unknownVariables = (env: NodeJS.ProcessEnv): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('LOOPWRIGHT_') && !KNOWN.includes(name))
    .map((name) => `${name} is unknown; the nearest known is ${nearest(name, KNOWN)}`);

const withoutEmpty = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/**
 * @param env the environment, `process.env` by default; an empty variable counts as unset
 * @throws {Fault} `CONFIG_INVALID`, naming every bad variable
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = withoutEmpty(env);
  const parsed = Variables.safeParse(given);
  const problems = [
    ...unknownVariables(given),
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...modelProblems(given),
  ];
  const zone = given.LOOPWRIGHT_TIME_ZONE;
  if (zone !== undefined && !isTimeZone(zone))
    problems.push(`LOOPWRIGHT_TIME_ZONE: ${zone} is no IANA time zone`);
  if (problems.length > 0 || !parsed.success)
    throw new Fault('CONFIG_INVALID', `${problems.join('; ')}.`);
  const values = parsed.data;
  const home = resolve(values.LOOPWRIGHT_HOME);
  const dev = readDevFile(home);
  return {
    natsUrl: values.NATS_URL ?? dev?.natsUrl ?? DEFAULT_NATS_URL,
    isNatsGiven: values.NATS_URL !== undefined,
    natsCreds: values.NATS_CREDS,
    natsCa: values.NATS_CA,
    namespace: values.LOOPWRIGHT_NAMESPACE,
    home,
    pool: values.LOOPWRIGHT_POOL,
    concurrency: values.LOOPWRIGHT_CONCURRENCY,
    tools: (values.LOOPWRIGHT_TOOLS ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    timeZone: values.LOOPWRIGHT_TIME_ZONE ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    logLevel: values.LOOPWRIGHT_LOG_LEVEL,
    logFormat: values.LOOPWRIGHT_LOG_FORMAT ?? (process.stderr.isTTY ? 'text' : 'json'),
    providerUrl: values.LOOPWRIGHT_PROVIDER ?? dev?.providerUrl,
    world: values.LOOPWRIGHT_WORLD,
    fault: values.LOOPWRIGHT_FAULT,
    script: values.LOOPWRIGHT_SCRIPT,
    models: modelEndpoints(values, dev?.modelUrl),
    natsServer: values.LOOPWRIGHT_NATS_SERVER,
  };
}
