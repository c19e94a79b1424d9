/** What a script can play for one request (README.md): a text, an answer, a choice, or transport behaviour. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';
import { ToolCall } from './completion.ts';

const WAIT_MS_MAX = 600_000;
const CALLS_MAX = 100;
const RESPONSES_MAX = 100;

const isHeader = ([name, value]: [string, string]): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
};

const waitMs = z.number().int().min(0).max(WAIT_MS_MAX);
const Fields = z.record(z.string(), z.unknown());

const Transport = z
  .strictObject({
    status: z.number().int().min(200).max(599).optional(),
    headers: z
      .record(z.string(), z.string())
      .refine((headers) => Object.entries(headers).every(isHeader), 'HTTP has no such header')
      .optional(),
    body: z.union([z.string(), Fields], 'a body is a text or an object').optional(),
    /** Before anything is sent. */
    delayMs: waitMs.optional(),
    /** After the head and the first half of the body. */
    stallMs: waitMs.optional(),
    /** The connection is destroyed instead of an answer. */
    reset: z.literal(true).optional(),
  })
  .refine(
    ({ reset, delayMs: _, ...sent }) => reset === undefined || Object.keys(sent).length === 0,
    'reset goes with delayMs only',
  );
export type Transport = z.infer<typeof Transport>;

const Choice = z.strictObject({
  content: z.string().nullable().optional(),
  tool_calls: z.array(ToolCall).max(CALLS_MAX).optional(),
  refusal: z.string().nullable().optional(),
  reasoning_content: z.string().optional(),
  finish_reason: z.string().nullable().optional(),
});
export type ScriptedChoice = z.infer<typeof Choice>;

const TextForm = z.string().transform((text) => ({ kind: 'text' as const, text }));
const AnswerForm = Fields.transform((answer) => ({ kind: 'answer' as const, answer }));
const HttpForm = z
  .strictObject({ $http: Transport })
  .transform(({ $http: transport }) => ({ kind: 'http' as const, transport }));
const ChoiceForm = z
  .strictObject({ $choice: Choice, $usage: Fields.nullable().optional() })
  .transform(({ $choice: choice, $usage: usage }) => ({ kind: 'choice' as const, choice, usage }));

export type ScriptedResponse =
  | z.infer<typeof TextForm>
  | z.infer<typeof AnswerForm>
  | z.infer<typeof HttpForm>
  | z.infer<typeof ChoiceForm>;

/** The one form that a response can be meant to have, so that what is wrong with it can be named. */
const formOf = (value: unknown): z.ZodType<ScriptedResponse> => {
  if (typeof value === 'string') return TextForm;
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (!keys.some((key) => key.startsWith('$'))) return AnswerForm;
  return keys.includes('$http') ? HttpForm : ChoiceForm;
};

/** Parses by a schema that the value itself chooses; issues keep their places. */
const parsedBy = <T>(choose: (value: unknown) => z.ZodType<T>) =>
  z.unknown().transform((value, context): T => {
    const parsed = choose(value).safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      context.addIssue({ code: 'custom', path, message });
    }
    return z.NEVER;
  });

const Single = parsedBy(formOf);
const List = z.array(Single).min(1, 'there is at least one response').max(RESPONSES_MAX);

/** One response, or a list of them; both come out as a list. */
export const ScriptedResponses = parsedBy((value) =>
  Array.isArray(value) ? List : Single.transform((response) => [response]),
);
