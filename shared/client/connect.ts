/**
 * `loopwright/client`, the way in for a program of your own: what it exports is for users of the package. It
 * reads no environment variable, and needs nothing but a server that the roles use as well.
 */
import { connectBus } from '../bus/connect-bus.ts';
import { DEFAULT_NATS_URL, readDevFile } from '../config/read-config.ts';
import { Fault } from '../errors.ts';
import { Namespace } from '../events/names.ts';
import { Client } from './client.ts';

export type { FaultCode } from '../errors.ts';
export type { JsonSchema, ZodSchema } from './answer-schema.ts';
export type { SteeredTask, TaskDetails, TaskPage } from './api-replies.ts';
export type {
  AnswerOptions,
  ListOptions,
  RunOptions,
  TypedBy,
  WaitOptions,
} from './client-options.ts';
export type { SubmitOptions } from './compose-task.ts';
export type { TaskEvent } from './follow-task.ts';
export type { Sent } from './send-submission.ts';
export type { CompletedTask, TaskRequest, TaskResult } from './task-result.ts';
export { type Client, Fault };

const PATIENCE_MS = 3_000;

export type ConnectOptions = {
  /** By default that of the system which runs in `home`, else `nats://127.0.0.1:4222`. */
  readonly url?: string | undefined;
  /** The folder of a running `npm start` or `loopwright dev` (`.loopwright`), to use its server. */
  readonly home?: string | undefined;
  /** Path of a credentials file. */
  readonly creds?: string | undefined;
  /** Path of the certificate that the server's is signed by. */
  readonly ca?: string | undefined;
  /** `lw` by default. */
  readonly namespace?: string | undefined;
};

/**
 * Connects to the server. The connection outlives any outage, until `close`.
 *
 * @throws {Fault} `BUS_UNREACHABLE` when no server answers within three seconds, `SERVER_TOO_OLD`, `USAGE`
 */
export async function connect(options: ConnectOptions = {}): Promise<Client> {
  const { home, creds, ca, namespace = 'lw' } = options;
  const parsed = Namespace.safeParse(namespace);
  if (!parsed.success) {
    throw new Fault('USAGE', `${namespace} is no namespace: ${parsed.error.issues[0]?.message}.`);
  }
  const dev = home === undefined ? undefined : readDevFile(home);
  const url = options.url ?? dev?.natsUrl ?? DEFAULT_NATS_URL;
  const settings = { url, creds, ca, name: 'client', patienceMs: PATIENCE_MS };
  return new Client({ connection: await connectBus(settings), namespace });
}
