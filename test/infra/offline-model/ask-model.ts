/** A model under test whose rule says back what it was asked, and plain HTTP calls to it. */
import { onTestFinished } from 'vitest';
import {
  type OfflineModel,
  startOfflineModel,
} from '../../../infra/offline-model/offline-model.ts';
import type { AnswerQuestion } from '../../../infra/offline-model/read-question.ts';
import { parseScript } from '../../../infra/offline-model/script-form.ts';

export const echo: AnswerQuestion = (purpose, document) => ({ purpose, document });

/** It ends with the test. */
export async function startModel(script: unknown = [], answer = echo): Promise<OfflineModel> {
  const model = await startOfflineModel({ answer, script: parseScript(script, 'The script') });
  onTestFinished(() => model.close());
  return model;
}

export const question = (purpose: string, document: unknown) => ({
  model: 'offline',
  messages: [
    { role: 'system', content: `loopwright/${purpose}/1\nYou plan.` },
    { role: 'user', content: JSON.stringify(document) },
  ],
});

export const send = (url: string, body: unknown, init: RequestInit = {}): Promise<Response> =>
  fetch(`${url}/chat/completions`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });

/** What the tests read of replies; which of it is there depends on what was asked. */
export type Body = {
  id: string;
  choices: {
    message: {
      content: string;
      tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
    };
    finish_reason: string | null;
  }[];
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
  error: { message: string; type: string; code: string; param: string | null };
};

export async function ask(url: string, body: unknown): Promise<{ status: number; body: Body }> {
  const response = await send(url, body);
  return { status: response.status, body: (await response.json()) as Body };
}

/** The content of the only choice. */
export const contentOf = async (url: string, body: unknown): Promise<string> =>
  (await ask(url, body)).body.choices[0]!.message.content;

export const REPLY_TOOL = {
  type: 'function' as const,
  function: { name: 'reply', parameters: { type: 'object' } },
};
export const FORCED = {
  tools: [REPLY_TOOL],
  tool_choice: { type: 'function' as const, function: { name: 'reply' } },
};
