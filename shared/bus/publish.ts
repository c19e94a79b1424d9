/**
 * Publishing into a stream and knowing what became of it. The client drops an expected sequence of zero
 * and ignores the wildcard one, so the protocol's headers are set here by hand.
 */
import { type MsgHdrs, type NatsConnection, headers as newHeaders } from 'nats';
import { Fault } from '../errors.ts';

export type PubAck = { readonly seq: number; readonly duplicate: boolean };

/** What an append may demand: the last sequence on `subject` (a wildcard is allowed) is `sequence`. */
export type Expectation = { readonly subject: string; readonly sequence: number };

/** JetStream error codes with a meaning here (nats-server, server/errors.json). */
const WRONG_LAST_SEQUENCE = new Set([10071, 10164]);
const DUPLICATE_IN_BATCH = 10201;
const STREAM_FULL = new Set([10077, 10047, 10023, 10122]);

const TIMEOUT_MS = 4_000;

type RawAck = {
  seq?: number;
  duplicate?: boolean;
  error?: { code: number; err_code?: number; description: string };
};

const refusal = (error: NonNullable<RawAck['error']>, subject: string): Fault => {
  const code = error.err_code ?? 0;
  const facts = `${subject}: ${error.description} (${code}).`;
  if (WRONG_LAST_SEQUENCE.has(code) || code === DUPLICATE_IN_BATCH) {
    return new Fault('CONFLICT', facts);
  }
  if (STREAM_FULL.has(code)) return new Fault('LOG_FULL', facts);
  if (error.code === 503 || error.code === 500) return new Fault('BUS_UNREACHABLE', facts);
  if (code === 10054) return new Fault('EVENT_TOO_LARGE', facts);
  return new Fault('INTERNAL', facts);
};

const readAck = (data: Uint8Array, subject: string): PubAck => {
  const ack = JSON.parse(new TextDecoder().decode(data)) as RawAck;
  if (ack.error !== undefined) throw refusal(ack.error, subject);
  return { seq: ack.seq ?? 0, duplicate: ack.duplicate === true };
};

const expectHeaders = (headers: MsgHdrs, expect: Expectation): void => {
  headers.set('Nats-Expected-Last-Subject-Sequence', String(expect.sequence));
  headers.set('Nats-Expected-Last-Subject-Sequence-Subject', expect.subject);
};

export type Publication = {
  readonly subject: string;
  readonly body: string;
  readonly msgId?: string | undefined;
  readonly expect?: Expectation | undefined;
  readonly contentType?: string;
  readonly extra?: Readonly<Record<string, string>>;
};

export const headersOf = (publication: Publication): MsgHdrs => {
  const headers = newHeaders();
  if (publication.msgId !== undefined) headers.set('Nats-Msg-Id', publication.msgId);
  if (publication.expect !== undefined) expectHeaders(headers, publication.expect);
  if (publication.contentType !== undefined) headers.set('Content-Type', publication.contentType);
  for (const [name, value] of Object.entries(publication.extra ?? {})) headers.set(name, value);
  return headers;
};

/** Sends one request into JetStream and waits for its answer. */
export async function requestAck(
  connection: NatsConnection,
  subject: string,
  body: string,
  headers: MsgHdrs,
): Promise<PubAck> {
  let data: Uint8Array;
  try {
    ({ data } = await connection.request(subject, body, { headers, timeout: TIMEOUT_MS }));
  } catch (cause) {
    const limit = connection.info?.max_payload ?? 1_048_576;
    if (body.length > limit || (cause as { code?: string }).code === 'MAX_PAYLOAD_EXCEEDED') {
      throw new Fault('EVENT_TOO_LARGE', `${subject}: ${body.length} bytes.`, { cause });
    }
    throw new Fault('BUS_UNREACHABLE', `${subject}: no acknowledgement.`, { cause });
  }
  return readAck(data, subject);
}

/**
 * One try. After `BUS_UNREACHABLE` the message may or may not be stored.
 *
 * @throws {Fault} `CONFLICT` when the expectation failed, `LOG_FULL`, `EVENT_TOO_LARGE`, `BUS_UNREACHABLE`
 */
export const publish = (connection: NatsConnection, publication: Publication): Promise<PubAck> =>
  requestAck(connection, publication.subject, publication.body, headersOf(publication));
