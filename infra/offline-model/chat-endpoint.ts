/** `POST /v1/chat/completions`: from the bytes of a request to the reply, by script or by rule. */
import { createHash } from 'node:crypto';
import { unreachable } from '../../shared/errors.ts';
import { errorBody } from './api-refusal.ts';
import { type ChatRequest, parseChatRequest } from './chat-request.ts';
import {
  answerChoice,
  type Choice,
  type Completion,
  completionBody,
  estimateUsage,
  textChoice,
} from './completion.ts';
import { streamBody } from './completion-stream.ts';
import { type AnswerQuestion, answerQuestion, readQuestion } from './read-question.ts';
import type { ScriptEntry } from './script-form.ts';
import { ScriptPlayer } from './script-player.ts';
import type { ScriptedChoice, ScriptedResponse, Transport } from './script-response.ts';
import { jsonReply, type Reply } from './send-reply.ts';

const DIGEST_DIGITS = 24;

const scriptedChoice = (choice: ScriptedChoice): Choice => {
  const { content = null, refusal = null, finish_reason, ...message } = choice;
  const ends = (message.tool_calls ?? []).length > 0 ? 'tool_calls' : 'stop';
  return {
    message: { role: 'assistant', content, refusal, ...message },
    finish_reason: finish_reason === undefined ? ends : finish_reason,
  };
};

const completed = (request: ChatRequest, completion: Completion): Reply => {
  if (!request.stream) return jsonReply(200, completionBody(completion));
  const body = streamBody(completion, request.stream_options?.include_usage === true);
  return { status: 200, headers: { 'Content-Type': 'text/event-stream; charset=utf-8' }, body };
};

/** Without a status and a body of its own, it carries what the rule answers. */
const carried = (transport: Transport, byRule: () => Reply): Reply => {
  const { status = 200, headers = {}, body, delayMs, stallMs, reset } = transport;
  const behaviour = { delayMs, stallMs, reset };
  if (body === undefined && status < 300) {
    const reply = byRule();
    return { ...reply, ...behaviour, status, headers: { ...reply.headers, ...headers } };
  }
  const message = `The script plays status ${status}.`;
  const told = body ?? errorBody(message, 'scripted', { type: 'scripted_error' });
  const text = typeof told === 'string' ? told : JSON.stringify(told);
  return { ...jsonReply(status, text, headers), ...behaviour };
};

/**
 * @param answer the rule, asked where the script has nothing to play
 * @returns what answers a request's body; it throws an `ApiRefusal` for what is no request
 */
export function chatEndpoint(
  answer: AnswerQuestion,
  script: readonly ScriptEntry[],
): (body: Uint8Array) => Reply {
  const player = new ScriptPlayer(script);
  return (body) => {
    const request = parseChatRequest(body);
    const question = readQuestion(request.messages);
    const digest = createHash('sha256').update(body).digest('hex').slice(0, DIGEST_DIGITS);
    const reply = (choice: Choice, usage = estimateUsage(request, choice)): Reply =>
      completed(request, { id: `chatcmpl-${digest}`, model: request.model, choice, usage });
    const answered = (value: Readonly<Record<string, unknown>>): Reply =>
      reply(answerChoice(request, value, digest));
    const byRule = (): Reply => answered(answerQuestion(question, answer));

    const play = (played: ScriptedResponse): Reply => {
      switch (played.kind) {
        case 'text':
          return reply(textChoice(played.text));
        case 'answer':
          return answered(played.answer);
        case 'choice':
          return reply(scriptedChoice(played.choice), played.usage);
        case 'http':
          return carried(played.transport, byRule);
        default:
          return unreachable(played);
      }
    };
    const played = player.next(question);
    return played === undefined ? byRule() : play(played);
  };
}
