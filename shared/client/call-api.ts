/** One request to the roles (`<ns>.api.<verb>`), with a fault for whatever goes wrong. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { apiSubject } from '../bus/subjects.ts';
import { FAULTS, Fault, type FaultCode } from '../errors.ts';
import type { ClientBus } from './client-bus.ts';

const Refused = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    cure: z.string(),
    path: z.string().optional(),
  }),
});

const ANSWER_MS = 10_000;
const POLL_MS = 200;
/** A router that takes over another's work answers within this time. */
const TAKE_OVER_MS = 5_000;

const isFaultCode = (code: string): code is FaultCode => Object.hasOwn(FAULTS, code);

const refusalOf = ({ error }: z.infer<typeof Refused>): Fault => {
  const { code, message, cure, path } = error;
  const place = path === undefined ? {} : { path };
  if (isFaultCode(code)) return new Fault(code, message, place);
  return new Fault('INTERNAL', `${code}: ${message} ${cure}`, place);
};

function readReply(verb: string, text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new Fault('INTERNAL', `The reply of ${verb} is not JSON.`, { cause });
  }
}

/**
 * One try.
 *
 * @throws {Fault} `ROLE_UNREACHABLE` when nobody answers; whatever the role refuses
 */
export async function askRole(
  { connection, namespace }: ClientBus,
  verb: string,
  body: object,
): Promise<Record<string, unknown>> {
  let text: string;
  try {
    const subject = apiSubject(namespace, verb);
    const reply = await connection.request(subject, JSON.stringify(body), { timeout: ANSWER_MS });
    text = reply.string();
  } catch (cause) {
    const facts = `No role answers ${verb} in the namespace ${namespace}.`;
    throw new Fault('ROLE_UNREACHABLE', facts, { cause });
  }
  const reply = readReply(verb, text);
  const refused = Refused.safeParse(reply);
  if (refused.success) throw refusalOf(refused.data);
  return reply;
}

/** Asks again while no router is active, for as long as a take-over lasts. */
export async function callApi(
  bus: ClientBus,
  verb: string,
  body: object,
): Promise<Record<string, unknown>> {
  const until = performance.now() + TAKE_OVER_MS;
  for (;;) {
    try {
      return await askRole(bus, verb, body);
    } catch (thrown) {
      const isAbsent = thrown instanceof Fault && thrown.code === 'ROLE_UNREACHABLE';
      if (!isAbsent || performance.now() > until) throw thrown;
      await sleep(POLL_MS);
    }
  }
}
