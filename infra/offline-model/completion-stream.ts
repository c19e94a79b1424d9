/** The same completion as server-sent events: one chunk an event, texts in pieces. */
import { type Completion, CREATED, type ToolCall } from './completion.ts';

/** So short that even small answers come in several. */
const PIECE = /[\s\S]{1,24}/gu;

const piecesOf = (text: string | null | undefined): readonly string[] => text?.match(PIECE) ?? [];

const callDeltas = (call: ToolCall, index: number): unknown[] => {
  const { function: called, ...head } = call;
  if (called?.arguments === undefined) return [{ index, ...call }];
  const pieces = piecesOf(called.arguments).map((piece) => ({
    index,
    function: { arguments: piece },
  }));
  return [{ index, ...head, function: { ...called, arguments: '' } }, ...pieces];
};

const deltasOf = ({ message }: Completion['choice']): unknown[] => [
  { role: 'assistant', content: message.content === null ? null : '' },
  ...piecesOf(message.reasoning_content).map((piece) => ({ reasoning_content: piece })),
  ...piecesOf(message.content).map((content) => ({ content })),
  ...piecesOf(message.refusal).map((refusal) => ({ refusal })),
  ...(message.tool_calls ?? []).flatMap(callDeltas).map((call) => ({ tool_calls: [call] })),
];

/** @param includeUsage whether the chunk before the end tells the usage, as `stream_options` asks for it */
export function streamBody(completion: Completion, includeUsage: boolean): string {
  const { id, model, choice, usage } = completion;
  const tells = includeUsage && usage !== null;
  const chunk = (choices: readonly unknown[], told: Completion['usage'] = null): string => {
    const head = { id, object: 'chat.completion.chunk', created: CREATED, model, choices };
    return `data: ${JSON.stringify(tells ? { ...head, usage: told } : head)}\n\n`;
  };
  const step = (delta: unknown, finish_reason: string | null): string =>
    chunk([{ index: 0, delta, logprobs: null, finish_reason }]);
  return [
    ...deltasOf(choice).map((delta) => step(delta, null)),
    step({}, choice.finish_reason),
    ...(tells ? [chunk([], usage)] : []),
    'data: [DONE]\n\n',
  ].join('');
}
