/** Makes one durable consumer, and refuses to make again one that history has already passed through. */
import { type ConsumerInfo, type JetStreamManager, type KV, NatsError } from 'nats';
import { Fault } from '../shared/errors.ts';
import { ACK_WAIT_MS, type DurablePlan } from './streams.ts';

const NANOS = 1_000_000;
const NOT_FOUND = 10014;
/** JetStream's code for a stream that does not exist. */
export const STREAM_NOT_FOUND = 10059;

export const apiCode = (thrown: unknown): number | undefined =>
  thrown instanceof NatsError ? thrown.jsError()?.err_code : undefined;

export async function findDurable(
  jsm: JetStreamManager,
  stream: string,
  name: string,
): Promise<ConsumerInfo | undefined> {
  try {
    return await jsm.consumers.info(stream, name);
  } catch (thrown) {
    if (apiCode(thrown) === NOT_FOUND) return undefined;
    throw thrown;
  }
}

const configOf = (plan: DurablePlan) => ({
  durable_name: plan.durable_name,
  filter_subjects: [...plan.filter_subjects],
  ack_policy: 'explicit' as const,
  deliver_policy: plan.start === undefined ? ('all' as const) : ('by_start_sequence' as const),
  ...(plan.start === undefined ? {} : { opt_start_seq: plan.start }),
  ack_wait: ACK_WAIT_MS * NANOS,
  // The host counts deliveries itself: at a server-side limit the message would only fall silent.
  max_deliver: -1,
  max_ack_pending: 10_000,
  max_waiting: 4_096,
});

/**
 * Idempotent. A durable whose mark is in the leases bucket was made before: when it is gone now, making it
 * again from the beginning would do all its work again.
 *
 * @throws {Fault} `CONSUMER_MISSING` then
 */
export async function provisionDurable(
  jsm: JetStreamManager,
  marks: KV,
  plan: DurablePlan,
): Promise<ConsumerInfo> {
  const mark = `durable.${plan.durable_name}`;
  const found = await findDurable(jsm, plan.stream, plan.durable_name);
  const config = configOf(plan);
  if (found !== undefined) {
    await marks.put(mark, plan.stream);
    return found;
  }
  const marked = await marks.get(mark);
  if (marked !== null && marked.operation === 'PUT') {
    const { state } = await jsm.streams.info(plan.stream);
    if (state.messages > 0) {
      throw new Fault(
        'CONSUMER_MISSING',
        `Durable ${plan.durable_name} of ${plan.stream} is gone.`,
      );
    }
  }
  const made = await jsm.consumers.add(plan.stream, config as never);
  await marks.put(mark, plan.stream);
  return made;
}
