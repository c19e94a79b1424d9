/**
 * What a completion says: a value, nothing usable, or that it was withheld. Pure, so that a recorded reply
 * reads as it did when it came.
 */
import { canonicalJson } from '../canonical-json.ts';
import { type Completion, finishReasonOf, type Message } from './completion.ts';
import { parseJsonText } from './json-text.ts';

export type Reading =
  | {
      readonly kind: 'value';
      readonly value: unknown;
      readonly text: string;
      readonly repairs: readonly string[];
    }
  /** `text` is what the model said, `problem` what it is told about it. */
  | { readonly kind: 'rejected'; readonly problem: string; readonly text: string }
  | { readonly kind: 'filtered'; readonly reason: string };

/** The function of a forced tool call; its arguments are the reply. */
export const REPLY_TOOL = 'reply';

/** Characters. */
const QUOTED_MAX = 500;

const CUT = new Set(['length', 'max_tokens', 'max_output_tokens']);

const isBlank = (text: string | null | undefined): text is null | undefined | '' =>
  text === null || text === undefined || text.trim() === '';

const rejected = (problem: string, text: string): Reading => ({ kind: 'rejected', problem, text });

/** @param where repairs that led to `text` */
function readText(text: string, where: readonly string[]): Reading {
  const parsed = parseJsonText(text);
  return parsed.isJson
    ? { kind: 'value', value: parsed.value, text, repairs: [...where, ...parsed.repairs] }
    : rejected(`the reply is not JSON (${parsed.problem})`, text);
}

const argumentsOf = (given: unknown): string =>
  typeof given === 'string' ? given : JSON.stringify(given ?? null);

/** The same call twice is one; of two different ones nobody knows which was meant. */
function readCalls(calls: NonNullable<Message['tool_calls']>): Reading {
  const texts = calls.map((call) => argumentsOf(call.function.arguments));
  const stranger = calls.find((call) => (call.function.name ?? REPLY_TOOL) !== REPLY_TOOL);
  if (stranger !== undefined)
    return rejected(
      `there is no such function as ${stranger.function.name?.slice(0, QUOTED_MAX)}; call ${REPLY_TOOL}`,
      texts.join('\n'),
    );
  const readings = texts.map((text) => readText(text, ['tool call']));
  const [first] = readings;
  const meanings = readings.map((reading) =>
    reading.kind === 'value' ? canonicalJson(reading.value) : null,
  );
  if (first === undefined || meanings.some((meaning) => meaning !== meanings[0]))
    return rejected(
      `there were ${calls.length} different calls of ${REPLY_TOOL}; one is wanted`,
      texts.join('\n'),
    );
  return first;
}

function readMessage({
  content,
  reasoning_content: thoughts,
  tool_calls: calls,
}: Message): Reading {
  if (calls != null && calls.length > 0) return readCalls(calls);
  if (!isBlank(content)) return readText(content, []);
  if (!isBlank(thoughts)) return readText(thoughts, ['reasoning content']);
  return rejected('the reply is empty', '');
}

const everything = ({ content, reasoning_content: thoughts, tool_calls: calls }: Message): string =>
  [content, thoughts, ...(calls ?? []).map((call) => argumentsOf(call.function.arguments))]
    .filter((text) => !isBlank(text))
    .join('\n');

/** Truncated output is never read, however plausible its beginning is. */
export function readReply(completion: Completion): Reading {
  const [choice] = completion.choices;
  if (choice === undefined) return rejected('the reply is empty', '');
  const { message } = choice;
  const reason = finishReasonOf(completion);
  if (!isBlank(message.refusal))
    return { kind: 'filtered', reason: message.refusal.slice(0, QUOTED_MAX) };
  if (reason === 'content_filter')
    return { kind: 'filtered', reason: 'the reply was stopped by a content filter' };
  if (CUT.has(reason.toLowerCase()))
    return rejected(
      'the reply was truncated at its maximum length; reply more briefly',
      everything(message),
    );
  return readMessage(message);
}
