/**
 * Makes a namespace ready: streams, durables, KV buckets, object store. Idempotent, safe to run by every
 * process at once, and never weaker than the plan: a stream that exists with weaker settings is refused.
 */
import type { JetStreamManager, KV, NatsConnection } from 'nats';
import { bucketNames } from '../shared/bus/resource-names.ts';
import { Fault } from '../shared/errors.ts';
import { apiCode, provisionDurable, STREAM_NOT_FOUND } from './provision-durable.ts';
import { durablePlans, executorPlan, type StreamPlan, streamPlans } from './streams.ts';

/** Settings whose absence or difference would weaken a promise; more replicas than planned are fine. */
const STRICT = [
  'retention',
  'storage',
  'discard',
  'deny_delete',
  'deny_purge',
  'allow_atomic',
  'allow_msg_schedules',
  'allow_direct',
] as const;

const AT_LEAST = ['num_replicas', 'duplicate_window'] as const;

const bounded = (limit: unknown): boolean => typeof limit === 'number' && limit > 0;

/** @returns each setting that is weaker than planned, as `name is X, not Y` */
function weaknessesOf(plan: StreamPlan, actual: Record<string, unknown>): string[] {
  const wanted = plan as unknown as Record<string, unknown>;
  const subjects = (actual.subjects as string[] | undefined) ?? [];
  const isForgetful = bounded(actual.max_age) || bounded(actual.max_msgs_per_subject);
  const says = (name: string): string =>
    `${name} is ${String(actual[name])}, not ${String(wanted[name])}`;
  return [
    ...STRICT.filter((name) => wanted[name] !== undefined && actual[name] !== wanted[name]).map(
      says,
    ),
    ...AT_LEAST.filter((name) => Number(actual[name] ?? 0) < plan[name]).map(says),
    ...plan.subjects
      .filter((subject) => !subjects.includes(subject))
      .map((subject) => `it does not take ${subject}`),
    ...(plan.deny_purge && isForgetful ? ['it forgets events by age or by subject'] : []),
  ];
}

async function provisionStream(jsm: JetStreamManager, plan: StreamPlan): Promise<void> {
  const read = async () =>
    (await jsm.streams.info(plan.name)).config as unknown as Record<string, unknown>;
  let actual: Record<string, unknown>;
  try {
    actual = await read();
  } catch (thrown) {
    if (apiCode(thrown) !== STREAM_NOT_FOUND) throw thrown;
    await jsm.streams.add(plan as never).catch(async (raced) => {
      // Another process may have made it in between; what counts is what is there.
      await read().catch(() => {
        throw raced;
      });
    });
    actual = await read();
  }
  const weaknesses = weaknessesOf(plan, actual);
  if (weaknesses.length > 0) {
    throw new Fault('STREAM_WEAKER', `Stream ${plan.name}: ${weaknesses.join('; ')}.`);
  }
}

export type Provisioned = { readonly jsm: JetStreamManager; readonly leases: KV };

export type ProvisionOptions = { readonly pools?: readonly string[] };

/** How long a tool stays known after its last announcement: a dead executor is a lag, not a loss. */
const ANNOUNCEMENT_TTL_MS = 3_600_000;

/**
 * @throws {Fault} `STREAM_WEAKER`, `CONSUMER_MISSING`; `BUS_UNREACHABLE` when JetStream is off
 */
export async function provision(
  connection: NatsConnection,
  ns: string,
  { pools = ['default'] }: ProvisionOptions = {},
): Promise<Provisioned> {
  const jsm = await connection.jetstreamManager().catch((cause: unknown) => {
    throw new Fault('BUS_UNREACHABLE', 'The server has JetStream turned off, or is not ready.', {
      cause,
    });
  });
  for (const plan of streamPlans(ns)) await provisionStream(jsm, plan);
  const buckets = bucketNames(ns);
  const { views } = connection.jetstream();
  const kv = { storage: 'file' as never };
  await views.kv(buckets.tasks, kv);
  await views.kv(buckets.tools, { ...kv, ttl: ANNOUNCEMENT_TTL_MS });
  const leases = await views.kv(buckets.leases, kv);
  await views.os(buckets.blobs, { storage: 'file' as never });
  for (const plan of durablePlans(ns)) await provisionDurable(jsm, leases, plan);
  for (const pool of pools) await provisionDurable(jsm, leases, executorPlan(ns, pool));
  return { jsm, leases };
}
