/** A chat completion as the protocol has it, made of nothing but the request and what is answered. */
import { z } from 'zod';
import { type ChatRequest, forcedTool, textOf } from './chat-request.ts';
import { estimateTokens } from './estimate-tokens.ts';

/** Loose, so that a script can play calls that no good endpoint would send. */
export const ToolCall = z.looseObject({
  function: z
    .looseObject({ name: z.string().optional(), arguments: z.string().optional() })
    .optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

export type Choice = {
  readonly message: {
    readonly role: 'assistant';
    readonly content: string | null;
    readonly refusal: string | null;
    readonly reasoning_content?: string | undefined;
    readonly tool_calls?: readonly ToolCall[] | undefined;
  };
  readonly finish_reason: string | null;
};

export type Completion = {
  readonly id: string;
  readonly model: string;
  readonly choice: Choice;
  /** `null` leaves it out, as some endpoints do. */
  readonly usage: Readonly<Record<string, unknown>> | null;
};

/** In place of a time: equal requests get equal replies, to the byte. */
export const CREATED = 0;

export const textChoice = (content: string): Choice => ({
  message: { role: 'assistant', content, refusal: null },
  finish_reason: 'stop',
});

/**
 * The answer where it was asked for: in the arguments of a forced tool call, else in the content.
 *
 * @param digest of the request, for the call's id
 */
export function answerChoice(
  request: ChatRequest,
  answer: Readonly<Record<string, unknown>>,
  digest: string,
): Choice {
  const name = forcedTool(request);
  const text = JSON.stringify(answer);
  if (name === undefined) return textChoice(text);
  const call = { id: `call_${digest}`, type: 'function', function: { name, arguments: text } };
  return {
    message: { role: 'assistant', content: null, refusal: null, tool_calls: [call] },
    finish_reason: 'tool_calls',
  };
}

/** What the exchange would cost: of the request the messages, of the reply all that the model wrote. */
export function estimateUsage({ messages }: ChatRequest, { message }: Choice): Completion['usage'] {
  const { content, refusal, reasoning_content = '', tool_calls = [] } = message;
  const written = [content ?? '', refusal ?? '', reasoning_content];
  const called = tool_calls.map((call) => call.function?.arguments ?? '');
  const sum = (texts: readonly string[]): number =>
    texts.reduce((tokens, text) => tokens + estimateTokens(text), 0);
  const prompt = sum(messages.map(textOf));
  const completion = sum([...written, ...called]);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}

export const completionBody = ({ id, model, choice, usage }: Completion): string =>
  JSON.stringify({
    ...{ id, object: 'chat.completion', created: CREATED, model },
    choices: [{ index: 0, ...choice, logprobs: null }],
    ...(usage === null ? {} : { usage }),
  });
