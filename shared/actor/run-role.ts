/** The life of a role's process: open, serve, and on SIGTERM or SIGINT drain and leave. */
import type { Msg } from 'nats';
import { onReconnect } from '../bus/connect-bus.ts';
import type { Puller } from '../bus/puller.ts';
import { apiSubject, instanceSubject } from '../bus/subjects.ts';
import { readConfig } from '../config/read-config.ts';
import { FAULTS, toFault } from '../errors.ts';
import { VERSION } from '../version.ts';
import { openRole, type Role, type RoleContext } from './role-context.ts';

/** What a role runs; `state` is for `health`. */
export type Serving = {
  readonly pullers: () => readonly Puller[];
  readonly state: () => string;
  /** Last words before the connection closes. */
  readonly stop?: () => Promise<void>;
};

const GRACE_MS = 15_000;
const EXIT = { SIGINT: 130, SIGTERM: 143 } as const;

const answerHealth = (context: RoleContext, serving: Serving): void => {
  const { role, instance, namespace, connection } = context;
  const answer = (_error: unknown, message: Msg): void => {
    const running = serving.pullers().reduce((sum, puller) => sum + puller.running, 0);
    const lag = serving.pullers().reduce((sum, puller) => sum + puller.lag, 0);
    const state = serving.state();
    const health = {
      ok: true,
      role,
      instance,
      version: VERSION,
      state,
      lag,
      running,
      pid: process.pid,
    };
    message.respond(JSON.stringify(health));
  };
  connection.subscribe(apiSubject(namespace, 'health'), { callback: answer });
  // And under its own name, so that others can tell whether this very process is still there.
  connection.subscribe(instanceSubject(namespace, instance), { callback: answer });
};

async function drain(context: RoleContext, serving: Serving): Promise<void> {
  context.closing.abort();
  await Promise.all(serving.pullers().map((puller) => puller.stop()));
  await serving.stop?.();
  await context.connection.flush();
  await context.connection.close();
}

/** A signal leads to a clean stop; a drain that takes too long is cut, since redelivery makes up for it. */
function leaveOnSignal(context: RoleContext, serving: Serving): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      const leave = (): never => process.exit(EXIT[signal]);
      setTimeout(leave, GRACE_MS).unref();
      void drain(context, serving).then(leave, leave);
    });
  }
}

/** The process ends by a signal, by a fault that only a person can mend, or when its server is gone for good. */
export async function runRole(
  role: Role,
  serve: (context: RoleContext) => Promise<Serving>,
): Promise<void> {
  let context: RoleContext | undefined;
  try {
    context = await openRole(role, readConfig());
    const { connection, logger } = context;
    const serving = await serve(context);
    leaveOnSignal(context, serving);
    answerHealth(context, serving);
    void onReconnect(connection, () => {
      logger.info({}, 'reconnected');
      for (const puller of serving.pullers()) puller.renew();
    });
    logger.info({ namespace: context.namespace }, 'ready');
  } catch (thrown) {
    const fault = toFault(thrown);
    const line = `${fault.code}: ${fault.message}`;
    if (context === undefined) process.stderr.write(`${line}\n`);
    else context.logger.error({ code: fault.code }, line);
    process.exit(FAULTS[fault.code].exit);
  }
}
