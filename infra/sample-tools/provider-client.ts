/**
 * HTTP calls of the sample tools to the sample provider. Whatever goes wrong becomes a `ToolError` whose
 * code says who should correct it, and whether the call can have had an effect.
 */
import { z } from 'zod';
import { ToolError } from '../../shared/tools/define-tool.ts';

type ProviderCall = {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly query?: Readonly<Record<string, string>>;
  /** Makes it an order: a POST of this body under this key. */
  readonly order?: { readonly key: string; readonly body: unknown };
};

/** Outlasts a restart of the provider: the waits add up to more than the time that an open breaker stays so. */
export const PROVIDER_RETRY = { tries: 6, backoffMs: 200, maxBackoffMs: 5_000 } as const;

const Refusal = z.object({ code: z.string().min(1), message: z.string() });

/** For replies that bring no code of their own, such as those of a proxy. */
const CODES: Readonly<Record<number, string>> = {
  408: 'TIMEOUT',
  429: 'RATE_LIMITED',
  504: 'TIMEOUT',
};
const RETRYABLE = new Set(['UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT']);
/** The connection was never made, so nothing can have happened. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const codeOf = (status: number): string =>
  CODES[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'INVALID_RESULT');

/** Only 503 says by its meaning that the request was not handled. */
const leavesDoubt = (status: number): boolean =>
  status === 408 || (status >= 500 && status !== 503);

/** `Retry-After` is seconds or a date. */
const retryAfterMs = (header: string | null): number | undefined => {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};

const isNotSent = (failure: unknown): boolean => {
  const cause = (failure as { cause?: { code?: unknown } }).cause;
  return typeof cause?.code === 'string' && NOT_SENT.has(cause.code);
};

/** It must be looked up, not placed again. */
const unknownOutcome = (why: string): ToolError =>
  new ToolError({
    code: 'UNKNOWN_OUTCOME',
    message: `The order was sent, but whether it stands is not known (${why}).`,
    class: 'unknownOutcome',
  });

const lost = ({ order, signal }: ProviderCall, failure: unknown): ToolError => {
  const why = failure instanceof Error ? failure.message : String(failure);
  if (order !== undefined && !isNotSent(failure)) return unknownOutcome(why);
  if (signal.aborted) {
    return new ToolError({ code: 'TIMEOUT', message: 'The call was cut off.', retryable: true });
  }
  return new ToolError({
    code: 'UNAVAILABLE',
    message: `The provider cannot be reached (${why}).`,
    retryable: true,
    cure: 'Start the sample provider (npm start does).',
  });
};

const refused = ({ order }: ProviderCall, response: Response, body: unknown): ToolError => {
  const { status, headers } = response;
  if (order !== undefined && leavesDoubt(status)) return unknownOutcome(`HTTP ${status}`);
  const refusal = Refusal.safeParse(body);
  const code = refusal.data?.code ?? codeOf(status);
  const wait = retryAfterMs(headers.get('retry-after'));
  return new ToolError({
    code,
    message: refusal.data?.message ?? `The provider answered HTTP ${status}.`,
    retryable: RETRYABLE.has(code),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
};

const requestOf = ({ signal, order }: ProviderCall): RequestInit => {
  if (order === undefined) return { signal, redirect: 'error' };
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': order.key };
  return { signal, redirect: 'error', method: 'POST', headers, body: JSON.stringify(order.body) };
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const send = async (base: string, call: ProviderCall): Promise<unknown> => {
  const url = new URL(call.path, base);
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  const answer = await fetch(url, requestOf(call))
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((failure: unknown) => {
      throw lost(call, failure);
    });
  const body = readJson(answer.text);
  if (!answer.response.ok) throw refused(call, answer.response, body);
  return body;
};

/**
 * Makes one call; retries belong to the executor.
 *
 * @param base the provider's address, or null when none runs
 * @param schema what the answer must look like
 * @throws {ToolError} the provider's own code for a refusal; `UNAVAILABLE` when it cannot be reached;
 * `TIMEOUT` when the signal cut a query off; `INVALID_RESULT` when a query's answer is of another shape;
 * `UNKNOWN_OUTCOME` when an order was sent and its answer is lost or not understood
 */
export async function callProvider<T>(
  base: string | null,
  schema: z.ZodType<T>,
  call: ProviderCall,
): Promise<T> {
  if (base === null) {
    throw new ToolError({
      code: 'UNAVAILABLE',
      message: 'This executor was started without a provider.',
      cure: 'Start it beside a sample provider, as npm start does.',
    });
  }
  const parsed = schema.safeParse(await send(base, call));
  if (parsed.success) return parsed.data;
  if (call.order !== undefined) throw unknownOutcome('the answer has another shape');
  const message = 'The provider answered something else than was asked for.';
  throw new ToolError({ code: 'INVALID_RESULT', message });
}
