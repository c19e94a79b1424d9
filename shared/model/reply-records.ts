/**
 * Replies and failures in the log. I3: a reply is recorded before anybody uses it, and what the log holds is
 * what is used. Its `raw` is read anew, by the same pure rules; `value` is there for whoever reads the log.
 */
import type { EventData, EventOf, LoopEvent } from '../events/catalog.ts';
import { eventId } from '../events/event-id.ts';
import type { Spent } from '../events/shapes.ts';
import { Completion, finishReasonOf } from './completion.ts';
import { faultOfShape, type ModelFault, shapeOfFault } from './model-fault.ts';
import type { ModelLog } from './model-log.ts';
import type { Purpose } from './purposes.ts';
import { type Reading, readReply } from './read-reply.ts';

/** One question of one request. */
export type Place = {
  readonly taskId: string;
  /** Of the request it serves: `r1`, `r1.s1.a1`, `n1`. */
  readonly requestKey: string;
  readonly causationId: string;
  readonly purpose: Purpose;
  readonly promptVersion: string;
  readonly promptHash: string;
  /** From 1: the content tries. */
  readonly question: number;
};

/** How a question was put; `request` is null when it was not. */
export type Sending = {
  readonly provider: string;
  readonly model: string;
  readonly request: unknown;
  readonly durationMs: number;
};

type Replied = EventData<'model.replied'>;
/** A recorded reply. */
export type Reply = EventOf<'model.replied'>;

const keyOf = ({ requestKey, purpose, question }: Place): string =>
  `${requestKey}.${purpose}.q${question}`;

export const usageOf = ({ usage }: Completion): Replied['usage'] => ({
  inputTokens: usage?.prompt_tokens ?? 0,
  outputTokens: usage?.completion_tokens ?? 0,
  costUsd: 0,
});

const isReply = (event: LoopEvent): event is Reply => event.type === 'model.replied';

export class ReplyRecords {
  readonly #log: ModelLog;

  constructor(log: ModelLog) {
    this.#log = log;
  }

  /** Records a reply. @returns what the log says the reply was, which may be another's (I4) */
  async replied(place: Place, sending: Sending, body: Completion, raw: unknown): Promise<Reading> {
    const { taskId } = place;
    const reading = readReply(body);
    const value = reading.kind === 'value' ? reading.value : null;
    const { event, isMine } = await this.#log.events.append({
      ...this.#envelopeOf(place),
      type: 'model.replied',
      data: {
        ...(await this.#questionOf(place, sending)),
        raw: await this.#log.blobs.outline(taskId, raw, `raw reply to ${place.purpose}`),
        value: await this.#log.blobs.outline(taskId, value, `reply to ${place.purpose}`),
        finishReason: finishReasonOf(body),
        usage: usageOf(body),
        repairs: reading.kind === 'value' ? [...reading.repairs] : [],
      },
    });
    return isMine ? reading : this.#reread(event.data);
  }

  /** Records why there is no reply. @returns the fault that the log holds */
  async failed(place: Place, sending: Sending, fault: ModelFault): Promise<ModelFault> {
    const { event, isMine } = await this.#log.events.append({
      ...this.#envelopeOf(place),
      type: 'model.failed',
      data: { ...(await this.#questionOf(place, sending)), error: shapeOfFault(fault) },
    });
    return isMine ? fault : faultOfShape(event.data.error);
  }

  /** All replies to this task's requests, oldest first. */
  async all(taskId: string): Promise<Reply[]> {
    const history = await this.#log.events.readTask(taskId);
    return history.map(({ event }) => event).filter(isReply);
  }

  /** What was recorded at this very place, if anything, and what it cost: nobody has told the router yet. */
  async at(
    place: Place,
    replies: readonly Reply[],
  ): Promise<{ readonly reading: Reading; readonly spent: Spent } | null> {
    const id = eventId(place.taskId, 'model.replied', keyOf(place));
    const found = replies.find((event) => event.id === id);
    if (found === undefined) return null;
    const { data } = found;
    return { reading: await this.#reread(data), spent: { calls: 1, ...data.usage } };
  }

  /** What was said elsewhere in the task to the same question. */
  async toSameQuestion(place: Place, replies: readonly Reply[]): Promise<Reading[]> {
    const same = replies.filter(
      ({ data }) => data.purpose === place.purpose && data.promptHash === place.promptHash,
    );
    return Promise.all(same.map(({ data }) => this.#reread(data)));
  }

  async #reread({ raw }: Replied): Promise<Reading> {
    const body = Completion.safeParse(await this.#log.blobs.inline(raw));
    return body.success
      ? readReply(body.data)
      : { kind: 'rejected', problem: 'the recorded reply can no longer be read', text: '' };
  }

  #envelopeOf(place: Place) {
    const { taskId, causationId } = place;
    return { taskId, causationId, key: keyOf(place), from: this.#log.from, to: 'log' };
  }

  async #questionOf(place: Place, { provider, model, request, durationMs }: Sending) {
    const { purpose, question, promptVersion, promptHash, taskId } = place;
    const summary = `request to ${model} (${purpose})`;
    return {
      purpose,
      question,
      provider,
      model,
      promptVersion,
      promptHash,
      request: await this.#log.blobs.outline(taskId, request, summary),
      durationMs: Math.round(durationMs),
    };
  }
}
