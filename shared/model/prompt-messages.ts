/**
 * The messages of a question, the same form for every endpoint (WIRE.md section 8): the first line of the
 * system message is the prompt's name, the last user message is the question as one JSON document.
 */
import { canonicalHash } from '../canonical-json.ts';
import { type Purpose, promptLine } from './purposes.ts';
import { wellFormed, wellFormedJson } from './well-formed.ts';

export type Prompt = { readonly version: string; readonly text: string };

/** What was said before, and what was wrong with it. */
export type Rejected = { readonly text: string; readonly problem: string };

type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** Characters of a rejected output that are repeated; a runaway one would only crowd out the question. */
const REPEATED_MAX = 8_000;

const systemText = (purpose: Purpose, { version, text }: Prompt): string =>
  wellFormed(`${promptLine(purpose, version)}\n${text}`);

/** The same for the same question, however it is put to an endpoint and how often. */
export const promptHash = (purpose: Purpose, prompt: Prompt, question: unknown): string =>
  canonicalHash({ purpose, system: systemText(purpose, prompt), question });

const schemaText = (schema: object): string =>
  `\n\nReply with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;

/**
 * The error comes before the output it is about, so that roles alternate (the templates of several models
 * refuse anything else) and the question stays last.
 */
const reproach = ({ text, problem }: Rejected): Message[] => [
  {
    role: 'user',
    content: wellFormed(
      `Your reply to the question below was rejected: ${problem}. The rejected reply is repeated next, then the question. Reply again, with that corrected.`,
    ),
  },
  {
    role: 'assistant',
    content: wellFormed(text.slice(0, REPEATED_MAX)) || '(nothing)',
  },
];

export type Wording = {
  readonly purpose: Purpose;
  readonly prompt: Prompt;
  readonly question: unknown;
  readonly rejected: Rejected | null;
};

/** @param schema for an endpoint that can be told it in the prompt only; else null */
export const messagesOf = (
  { purpose, prompt, question, rejected }: Wording,
  schema: object | null,
): Message[] => [
  {
    role: 'system',
    content: systemText(purpose, prompt) + (schema === null ? '' : schemaText(schema)),
  },
  ...(rejected === null ? [] : reproach(rejected)),
  { role: 'user', content: wellFormedJson(question) },
];
