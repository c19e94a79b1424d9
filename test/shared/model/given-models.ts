/** A model port on a fake endpoint and a log in memory, and a question to ask it. */
import { z } from 'zod';
import type { ModelEndpoint, ModelEndpoints } from '../../../shared/config/model-settings.ts';
import type { EventData, EventType } from '../../../shared/events/catalog.ts';
import { type Draft, newEvent } from '../../../shared/events/new-event.ts';
import { parseEvent } from '../../../shared/events/parse-event.ts';
import type { Appended, Logged } from '../../../shared/log/event-log.ts';
import type { ModelLog } from '../../../shared/model/model-log.ts';
import { type Asking, Models } from '../../../shared/model/models.ts';
import { PURPOSES } from '../../../shared/model/purposes.ts';
import type { Pace } from '../../../shared/model/send-once.ts';

/** Keeps the first event of an id, as the log does, and refuses what no reader would take. */
export class MemoryLog implements ModelLog {
  readonly from = 'planner';
  readonly stored: Logged[] = [];
  readonly outlined = new Map<string, unknown>();

  readonly events = {
    append: async <T extends EventType>(draft: Draft<T>): Promise<Appended<T>> => {
      const event = parseEvent(JSON.stringify(newEvent('lw', draft)));
      const twin = this.stored.find((logged) => logged.event.id === event.id);
      if (twin !== undefined) return { ...(twin as Logged<T>), isMine: false };
      const logged = { event, sequence: this.stored.length + 1 } as Logged;
      this.stored.push(logged);
      return { ...(logged as Logged<T>), isMine: true };
    },
    readTask: async (taskId: string): Promise<Logged[]> =>
      this.stored.filter(({ event }) => event.subject === taskId),
  };

  readonly blobs = {
    outline: async (_taskId: string, value: unknown): Promise<unknown> => {
      const text = JSON.stringify(value) ?? 'null';
      if (text.length <= 65_536) return value;
      const name = `blob${this.outlined.size}`;
      this.outlined.set(name, value);
      return { $blob: name, size: text.length, summary: '' };
    },
    inline: async (value: unknown): Promise<unknown> =>
      this.outlined.get(String((value as { $blob?: string })?.$blob)) ?? value,
  };

  of<T extends EventType>(type: T): EventData<T>[] {
    return this.stored.flatMap(({ event }) =>
      event.type === type ? [event.data as EventData<T>] : [],
    );
  }

  get ids(): string[] {
    return this.stored.map(({ event }) => event.id);
  }
}

export const endpointAt = (baseUrl: string): ModelEndpoint => ({
  provider: 'openai',
  model: 'm1',
  baseUrl,
  apiKey: 'sk-secret-of-the-user',
});

const endpointsAt = (endpoint: ModelEndpoint | null): ModelEndpoints =>
  Object.fromEntries(PURPOSES.map((purpose) => [purpose, endpoint])) as ModelEndpoints;

const silence = () => undefined;
const logger = { debug: silence, info: silence, warn: silence, error: silence };

type Setting = {
  readonly log?: ModelLog;
  readonly signal?: AbortSignal;
  readonly pace?: Partial<Pace>;
};

export const modelsAt = (
  url: string | null,
  { log = new MemoryLog(), signal = new AbortController().signal, pace = {} }: Setting = {},
): Models =>
  new Models({
    ...log,
    endpoints: endpointsAt(url === null ? null : endpointAt(url)),
    logger,
    signal,
    pace: { backOffMs: 1, ...pace },
  });

export const Colour = z.object({
  colour: z.enum(['red', 'green']),
  shade: z.number().int().default(0),
});
export type Colour = z.infer<typeof Colour>;

/** Asks for a colour, as the answer to `n1`. */
export const asking = (
  changes: Partial<Asking<'answer', Colour>> = {},
): Asking<'answer', Colour> => ({
  taskId: 't1',
  requestKey: 'n1',
  causationId: 't1/answer.requested/n1',
  allowance: { modelCalls: 10, tokens: 10_000, costUsd: 1, tries: 3 },
  purpose: 'answer',
  prompt: { version: '1', text: 'Name a colour.' },
  question: {
    spec: { goal: 'a colour', constraints: [], context: '', requiredTools: [], language: 'en' },
    results: {},
    feedback: [],
  },
  schema: Colour,
  isSuspect: false,
  ...changes,
});
