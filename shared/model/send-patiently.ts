/** One request with its repetitions: own and capped, since the client would wait as long as it is told to. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelEndpoint } from '../config/model-settings.ts';
import type { Request } from './ladder.ts';
import { type ModelCode, ModelFault } from './model-fault.ts';
import { type Verdict, verdictOf } from './response-verdict.ts';
import { retryAfterMs } from './retry-after.ts';
import { leaving, type Pace, type Sent, sendOnce } from './send-once.ts';

export type Outcome =
  | Exclude<Verdict, { readonly kind: 'passing' | 'final' }>
  | { readonly kind: 'failed'; readonly fault: ModelFault };

const SENDS_MAX = 3;
/** An endpoint that wants to be left alone for longer is given up; the router asks again later. */
const WAIT_MS_MAX = 10_000;

const KEY_MIN = 8;
/** Characters. */
const FACTS_MAX = 400;

type Patience = { readonly pace: Pace; readonly closing: AbortSignal };

const judge = (sent: Sent, request: Request): Verdict => {
  switch (sent.kind) {
    case 'received':
      return verdictOf(sent, request);
    case 'broken':
      return { kind: 'passing', code: 'MODEL_UNREACHABLE', facts: sent.reason };
    case 'late':
      // Whoever took so long once is not asked twice more while a letter waits.
      return { kind: 'final', code: 'MODEL_TIMEOUT', facts: 'no whole answer in time' };
  }
};

const pause = async (ms: number, closing: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal: closing }).catch(() => {
    throw leaving();
  });
};

/** Some servers quote the key; it would stay in the log for ever. A shorter one is none, but a placeholder. */
const withoutKey = (text: string, key: string): string =>
  key.length < KEY_MIN ? text : text.replaceAll(key, '(key)');

/** Cut after the key is gone, so that no part of it is left at the end. */
const faultOf = (
  { baseUrl, apiKey, model }: ModelEndpoint,
  code: ModelCode,
  facts: string,
  waitMs?: number,
): ModelFault => {
  const told = withoutKey(facts, apiKey).slice(0, FACTS_MAX);
  return new ModelFault(code, `${model} at ${new URL(baseUrl).host}: ${told}.`, waitMs);
};

/**
 * Network errors, 408, 429, 5xx and answers that are no completion are tried up to three times.
 *
 * @throws {Fault} `BUS_UNREACHABLE` when closing
 */
export async function sendPatiently(
  endpoint: ModelEndpoint,
  request: Request,
  { pace, closing }: Patience,
): Promise<Outcome> {
  for (let send = 1; ; send += 1) {
    const sent = await sendOnce(endpoint, request, pace, closing);
    const verdict = judge(sent, request);
    if (verdict.kind === 'completion' || verdict.kind === 'lacking') return verdict;
    const { code, facts } = verdict;
    const wantedMs = sent.kind === 'received' ? retryAfterMs(sent.headers, Date.now()) : undefined;
    const waitMs = wantedMs ?? pace.backOffMs * 2 ** (send - 1);
    const mayRepeat = verdict.kind === 'passing' && send < SENDS_MAX && waitMs <= WAIT_MS_MAX;
    if (!mayRepeat) return { kind: 'failed', fault: faultOf(endpoint, code, facts, wantedMs) };
    await pause(waitMs, closing);
  }
}
