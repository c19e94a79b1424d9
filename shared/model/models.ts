/**
 * The model port: a question in, a checked decision out. It never throws for what an endpoint does; whatever
 * was said is in the log before it is used (I3), and a reply that is there already is not asked for again.
 */
import type { z } from 'zod';
import type { ModelEndpoint, ModelEndpoints } from '../config/model-settings.ts';
import { type Allowance, NOTHING_SPENT, type Spent } from '../events/shapes.ts';
import type { Logger } from '../telemetry/logger.ts';
import { EndpointAbilities } from './endpoint-abilities.ts';
import { type Judged, judgeReply } from './judge-reply.ts';
import { ModelFault } from './model-fault.ts';
import type { ModelLog } from './model-log.ts';
import { overspent } from './overspent.ts';
import { type Prompt, promptHash, type Rejected } from './prompt-messages.ts';
import type { Questions } from './questions.ts';
import type { Reading } from './read-reply.ts';
import { type Place, type Reply, ReplyRecords, type Sending, usageOf } from './reply-records.ts';
import { replySchema } from './reply-schema.ts';
import { requestCompletion } from './request-completion.ts';
import { leaving, type Pace } from './send-once.ts';
import { addSpent } from './spent.ts';

export type Asking<P extends keyof Questions, T> = {
  readonly taskId: string;
  /** Of the request that is served: `r1`, `r1.s1.a1`, `n1`. */
  readonly requestKey: string;
  /** Id of the request's event. */
  readonly causationId: string;
  readonly allowance: Allowance;
  readonly purpose: P;
  readonly prompt: Prompt;
  readonly question: Questions[P];
  readonly schema: z.ZodType<T>;
  /** What the schema cannot say; a string is told to the model as the error. */
  readonly check?: (value: T) => string | null;
  /** True when a reply may be in the log already: it is read from there instead of asked for again (I3). */
  readonly isSuspect: boolean;
};

/**
 * `spent` is what the answer cost, the recorded replies to this very request included: whoever asked before did not
 * live to tell. A reply to an earlier request of the task was told of then, and costs nothing.
 */
export type Asked<T> =
  | { readonly kind: 'answered'; readonly value: T; readonly spent: Spent }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly cure: string;
      readonly spent: Spent;
    }
  | { readonly kind: 'failed'; readonly fault: ModelFault; readonly spent: Spent };

/** One content try. */
type Try = {
  readonly place: Place;
  /** The reply to the try before. */
  readonly rejected: Rejected | null;
  readonly spent: Spent;
};

type Told = { readonly reading: Reading; readonly spent: Spent } | ModelFault;

type Withheld = Exclude<Reading, { readonly kind: 'value' }>;

const CONTENT_TRIES = 3;
const PACE: Pace = { timeoutMs: 60_000, backOffMs: 250 };

const placeOf = <P extends keyof Questions, T>(asking: Asking<P, T>): Place => {
  const { taskId, requestKey, causationId, purpose, prompt } = asking;
  const hash = promptHash(purpose, prompt, asking.question);
  const { version } = prompt;
  return {
    taskId,
    requestKey,
    causationId,
    purpose,
    promptVersion: version,
    promptHash: hash,
    question: 1,
  };
};

/** A failure that no request led to. */
const unasked = (endpoint: ModelEndpoint | null): Sending => ({
  provider: endpoint?.provider ?? 'none',
  model: endpoint?.model ?? 'none',
  request: null,
  durationMs: 0,
});

export class Models {
  readonly #endpoints: ModelEndpoints;
  readonly #records: ReplyRecords;
  readonly #abilities: EndpointAbilities;
  readonly #logger: Logger;
  readonly #closing: AbortSignal;
  readonly #pace: Pace;

  /** @param options `signal` is aborted when the process closes; `pace` is for tests */
  constructor(
    options: ModelLog & {
      readonly endpoints: ModelEndpoints;
      readonly logger: Logger;
      readonly signal: AbortSignal;
      readonly pace?: Partial<Pace>;
    },
  ) {
    this.#endpoints = options.endpoints;
    this.#records = new ReplyRecords(options);
    this.#abilities = new EndpointAbilities(options, options.logger);
    this.#logger = options.logger;
    this.#closing = options.signal;
    this.#pace = { ...PACE, ...options.pace };
  }

  /**
   * Up to three content tries; what goes wrong on the way to the endpoint uses up none of them.
   *
   * @throws {Fault} those of the log; `BUS_UNREACHABLE` when the process is closing
   */
  async ask<P extends keyof Questions, T>(asking: Asking<P, T>): Promise<Asked<T>> {
    const replies = asking.isSuspect ? await this.#records.all(asking.taskId) : [];
    let place = placeOf(asking);
    let spent = NOTHING_SPENT;
    let rejected: Rejected | null = null;
    for (;;) {
      const recorded = await this.#recorded(asking, place, replies);
      const told: Told = recorded ?? (await this.#call(asking, { place, rejected, spent }));
      if (told instanceof ModelFault) return { kind: 'failed', fault: told, spent };
      spent = addSpent(spent, told.spent);
      const judged: Judged<T> = judgeReply(told.reading, asking);
      if (judged.kind === 'answered' || judged.kind === 'refused') return { ...judged, spent };
      if (judged.kind === 'filtered' || place.question === CONTENT_TRIES)
        return { kind: 'failed', fault: await this.#giveUp(place, judged), spent };
      rejected = judged;
      place = { ...place, question: place.question + 1 };
    }
  }

  /** The reply to this very try, or else a good one that the task has to the same question. */
  async #recorded<P extends keyof Questions, T>(
    asking: Asking<P, T>,
    place: Place,
    replies: readonly Reply[],
  ): Promise<Told | null> {
    const own = await this.#records.at(place, replies);
    if (own !== null) return own;
    const others = await this.#records.toSameQuestion(place, replies);
    const good = others.find((reading) => judgeReply(reading, asking).kind === 'answered');
    return good === undefined ? null : { reading: good, spent: NOTHING_SPENT };
  }

  async #call<P extends keyof Questions, T>(
    { purpose, prompt, question, allowance, schema }: Asking<P, T>,
    { place, rejected, spent }: Try,
  ): Promise<Told> {
    if (this.#closing.aborted) throw leaving();
    const endpoint = this.#endpoints[purpose];
    if (endpoint === null)
      return this.#fail(
        place,
        new ModelFault('MODEL_MISSING', `No model for "${purpose}" is known.`),
      );
    const over = overspent(allowance, spent);
    if (over !== null) return this.#fail(place, over);
    const startedAt = performance.now();
    const exchange = await requestCompletion({
      endpoint,
      wording: { purpose, prompt, question, rejected },
      schema: replySchema(schema),
      lacking: await this.#abilities.lackingOf(endpoint),
      pace: this.#pace,
      closing: this.#closing,
    });
    const { provider, model } = endpoint;
    const durationMs = performance.now() - startedAt;
    const sending = { provider, model, request: exchange.request, durationMs };
    if (exchange.kind === 'failed') return this.#fail(place, exchange.fault, sending);
    const { completion, raw, refused } = exchange;
    const reading = await this.#records.replied(place, sending, completion, raw);
    for (const ability of refused)
      await this.#abilities.learn(endpoint, ability, place.causationId);
    return { reading, spent: { calls: 1, ...usageOf(completion) } };
  }

  #giveUp(place: Place, judged: Withheld): Promise<ModelFault> {
    const { purpose } = place;
    const fault =
      judged.kind === 'filtered'
        ? new ModelFault(
            'MODEL_FILTERED',
            `The reply to "${purpose}" was withheld: ${judged.reason}.`,
          )
        : new ModelFault(
            'MODEL_UNUSABLE',
            `No reply to "${purpose}" was usable in ${CONTENT_TRIES} tries; the last: ${judged.problem}.`,
          );
    return this.#fail(place, fault);
  }

  #fail(
    place: Place,
    fault: ModelFault,
    sending: Sending = unasked(this.#endpoints[place.purpose]),
  ): Promise<ModelFault> {
    const { taskId, purpose } = place;
    this.#logger.warn({ taskId, purpose, code: fault.code }, fault.facts);
    return this.#records.failed(place, sending, fault);
  }
}
