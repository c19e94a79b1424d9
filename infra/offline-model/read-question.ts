/**
 * What Loopwright asks in a request (WIRE.md section 8): the first line of the system message names the
 * purpose, and the last user message is one JSON document. Nothing else is read.
 */
import { Purpose } from '../../shared/model/purposes.ts';
import { type Message, textOf } from './chat-request.ts';

export type Question = {
  /** The first line of the first system message; empty without one. */
  readonly line: string;
  /** `undefined` when that line names none that is known. */
  readonly purpose: Purpose | undefined;
  /** The last user message as it came; empty without one. */
  readonly text: string;
  /** The same as JSON; `undefined` when it is none. */
  readonly document: unknown;
};

/** Answers one question by rule, as the JSON value that was asked for, or `{ refused, cure }`. */
export type AnswerQuestion = (purpose: Purpose, document: unknown) => Record<string, unknown>;

const LINE = /^loopwright\/([^/\s]+)\/[^/\s]+$/;
/** Older models know a system message, newer ones of OpenAI a developer's. */
const SYSTEM: readonly Message['role'][] = ['system', 'developer'];
const LINE_SHOWN_MAX = 80;

const CURE =
  'The offline model only knows what Loopwright asks. For anything else set a real model: OPENAI_API_KEY, ' +
  'or OPENAI_BASE_URL for another endpoint, together with LOOPWRIGHT_MODEL.';

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export function readQuestion(messages: readonly Message[]): Question {
  const system = messages.find(({ role }) => SYSTEM.includes(role));
  const user = messages.findLast(({ role }) => role === 'user');
  const line = (system === undefined ? '' : textOf(system)).split(/\r?\n/, 1)[0] ?? '';
  const text = user === undefined ? '' : textOf(user);
  const purpose = Purpose.safeParse(LINE.exec(line)?.[1]).data;
  return { line, purpose, text, document: jsonIn(text) };
}

/** Asks the rule what it can be asked, and refuses the rest as a model would: with HTTP 200. */
export function answerQuestion(
  { line, purpose, document }: Question,
  answer: AnswerQuestion,
): Record<string, unknown> {
  if (purpose === undefined) {
    const shown = JSON.stringify(line.slice(0, LINE_SHOWN_MAX));
    const refused = `The system message begins with ${shown}, not with loopwright/<purpose>/<version>.`;
    return { refused, cure: CURE };
  }
  if (document === undefined) {
    return { refused: 'The last user message is not one JSON document.', cure: CURE };
  }
  return answer(purpose, document);
}
