/** What is read of a request for a chat completion; every other field of the protocol is ignored. */
import { z } from 'zod';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { ApiRefusal } from './api-refusal.ts';

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z
    .union([z.string(), z.array(Part)], 'content is a text, a list of parts or null')
    .nullish(),
});
export type Message = z.infer<typeof Message>;

const Named = z.looseObject({ name: z.string().min(1) });

const Fields = z.looseObject({
  model: z.string().min(1).max(200),
  messages: z.array(Message).min(1, 'there is at least one message'),
  n: z.literal(1, 'there is one choice only').nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: z
    .looseObject({ type: z.enum(['text', 'json_object', 'json_schema']) })
    .nullish(),
  tools: z.array(z.looseObject({ function: Named.optional() })).nullish(),
  tool_choice: z
    .union([z.string(), z.looseObject({ function: Named.optional() })], 'no known tool choice')
    .nullish(),
});

const toolNames = ({ tools }: z.infer<typeof Fields>): string[] =>
  (tools ?? []).flatMap((tool) => tool.function?.name ?? []);

/** @returns the name of the tool that must be called; `undefined` when the answer is content */
export const forcedTool = (request: z.infer<typeof Fields>): string | undefined => {
  const { tool_choice: choice } = request;
  if (choice === 'required') return toolNames(request)[0];
  return typeof choice === 'object' ? choice?.function?.name : undefined;
};

const ChatRequest = Fields.refine(
  (request) => {
    const forced = forcedTool(request);
    return forced === undefined || toolNames(request).includes(forced);
  },
  { path: ['tool_choice'], message: 'there is no such tool' },
);
export type ChatRequest = z.infer<typeof ChatRequest>;

const readJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiRefusal('invalid_request', 'The body is not JSON in UTF-8.');
  }
};

/** @throws {ApiRefusal} 400 when it is no JSON, or no request that OpenAI's API would take */
export function parseChatRequest(bytes: Uint8Array): ChatRequest {
  const parsed = ChatRequest.safeParse(readJson(bytes));
  if (parsed.success) return parsed.data;
  const param = parsed.error.issues[0]?.path.join('.') || null;
  throw new ApiRefusal('invalid_request', `${describeIssues(parsed.error)}.`, param);
}

/** The text of a message, whether it came whole or in parts. */
export const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('');
