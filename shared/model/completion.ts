/** The part of a chat completion that is read, whatever else a server puts beside it. */
import { z } from 'zod';

/** Characters of whatever a server gives as a reason. */
const REASON_MAX = 100;

const count = z.number().int().min(0).catch(0);

const ToolCall = z.object({
  /** A string of JSON by the protocol; some servers send the object itself. */
  function: z.object({ name: z.string().nullish(), arguments: z.unknown() }),
});

/** Some servers send text in parts. */
const Parts = z
  .array(z.object({ text: z.string().catch('') }))
  .transform((parts) => parts.map(({ text }) => text).join(''));

const Message = z.object({
  content: z.union([z.string(), Parts]).nullish(),
  refusal: z.string().nullish(),
  /** Where servers with reasoning models may put all of their output. */
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(ToolCall).nullish(),
});
export type Message = z.infer<typeof Message>;

export const Completion = z.object({
  choices: z.array(z.object({ finish_reason: z.string().nullish(), message: Message })).min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish(),
});
export type Completion = z.infer<typeof Completion>;

/** Why the model stopped, in the server's word; empty when it does not say. */
export const finishReasonOf = ({ choices }: Completion): string =>
  (choices[0]?.finish_reason ?? '').slice(0, REASON_MAX);
