/**
 * One HTTP request, through the client that knows the protocol. What it makes of the answer is ignored: it
 * loses the body of errors that are not OpenAI's, and takes a page of HTML for a completion. So the bytes are
 * kept here, and judged by whoever called.
 */
import OpenAI from 'openai';
import type { ModelEndpoint } from '../config/model-settings.ts';
import { Fault } from '../errors.ts';
import type { Request } from './ladder.ts';

export type Received = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

export type Sent =
  | ({ readonly kind: 'received' } & Received)
  /** No whole answer came; `reason` is the code of the socket's error where there is one. */
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'late' };

/** How long is waited. Tests are in more of a hurry than the defaults. */
export type Pace = {
  /** Milliseconds from sending to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Milliseconds before the first repetition; doubled for each further one. */
  readonly backOffMs: number;
};

const KEY_LENGTH_MIN = 12;
const BODY_BYTES_MAX = 8 * 1_024 * 1_024;

/** What is above the limit is left unread; the rest is then no JSON. */
async function readCapped({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > BODY_BYTES_MAX) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** A server may echo what it was sent; a dummy key of a local server is no secret, and may be a common word. */
const withoutKey = (text: string, apiKey: string): string =>
  apiKey.length < KEY_LENGTH_MIN ? text : text.replaceAll(apiKey, '(key)');

/** The error's own code, or that of what caused it; never its message, which may quote the request. */
function reasonOf(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') return error.code;
  }
  return thrown instanceof Error ? thrown.constructor.name : 'unknown';
}

/** What a closing process throws: its letter goes to the next reader, and nobody is to blame. */
export const leaving = (): Fault =>
  new Fault('BUS_UNREACHABLE', 'This process is closing, and asks no model any more.');

/**
 * @param closing aborts the request
 * @throws {Fault} `BUS_UNREACHABLE` when closing
 */
export async function sendOnce(
  { baseUrl, apiKey }: ModelEndpoint,
  request: Request,
  { timeoutMs }: Pace,
  closing: AbortSignal,
): Promise<Sent> {
  // The client's own time-out ends with the headers, and a body may stall for ever.
  const late = AbortSignal.timeout(timeoutMs);
  let received: Received | undefined;
  const client = new OpenAI({
    baseURL: baseUrl,
    apiKey,
    adminAPIKey: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const { status, headers } = response;
      received = { status, headers, text: withoutKey(await readCapped(response), apiKey) };
      return new Response(null, { status: 200 });
    },
  });
  try {
    await client.chat.completions.create(request, { signal: AbortSignal.any([closing, late]) });
  } catch (thrown) {
    if (received === undefined) {
      if (closing.aborted) throw leaving();
      return late.aborted ? { kind: 'late' } : { kind: 'broken', reason: reasonOf(thrown) };
    }
  }
  return received === undefined
    ? { kind: 'broken', reason: 'unknown' }
    : { kind: 'received', ...received };
}
