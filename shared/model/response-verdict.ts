/**
 * What an HTTP answer means: a completion, something that may pass, something that will not, or an ability
 * that the endpoint lacks. The words are those of the servers in use; each row of a table stands for several.
 */
import { Completion } from './completion.ts';
import type { Ability, Request } from './ladder.ts';
import type { ModelCode } from './model-fault.ts';
import type { Received } from './send-once.ts';
import { parseStrictly } from './shallow-json.ts';

export type Verdict =
  | { readonly kind: 'completion'; readonly completion: Completion; readonly raw: unknown }
  | { readonly kind: 'passing'; readonly code: ModelCode; readonly facts: string }
  | { readonly kind: 'final'; readonly code: ModelCode; readonly facts: string }
  | { readonly kind: 'lacking'; readonly ability: Ability; readonly facts: string };

/** Characters of an error that are looked at. */
const LOOKED_AT_MAX = 4_000;

const readJson = (text: string): unknown => {
  const parsed = parseStrictly(text);
  return parsed.isJson ? parsed.value : undefined;
};

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** OpenAI wraps it in `error`, others send it flat, or as `detail`, or as a page of HTML. */
function messageOf(text: string): string {
  const body = readJson(text);
  const error = field(body, 'error');
  const said = [
    field(error, 'message'),
    error,
    field(body, 'message'),
    field(body, 'detail'),
    text,
  ];
  const message = said.find((part) => typeof part === 'string') ?? '';
  return String(message).replaceAll(/\s+/g, ' ').trim();
}

/** For any status from 400 to 499: the first row whose words occur. */
const TELLING: readonly (readonly [RegExp, ModelCode])[] = [
  [/insufficient_quota|billing_hard_limit|insufficient.balance/i, 'MODEL_QUOTA'],
  [/content_filter|content.management.policy|ResponsibleAIPolicy/i, 'MODEL_FILTERED'],
  [
    /model_not_found|invalid.model|model\b.{0,200}\b(not found|does not exist|not a valid model)/is,
    'MODEL_UNKNOWN',
  ],
  [/context_length_exceeded|exceed_context_size|maximum context|context length/i, 'MODEL_UNUSABLE'],
];

/** What an endpoint speaks of when it refuses the form of the request rather than the question. */
const OF_FORM =
  /response_format|json_schema|json_object|schema|grammar|tool|function|unsupported|not support/i;

const abilityOf = (request: Request): Ability | null => {
  if (request.tools !== undefined) return 'tool_call';
  const type = request.response_format?.type;
  return type === 'json_schema' || type === 'json_object' ? type : null;
};

/** A refused request that no row explains: the form is to blame, as long as there is a plainer one. */
function refusedForm(status: number, text: string, request: Request): Ability | null {
  if (request.temperature !== undefined && /temperature/i.test(text)) return 'temperature';
  if (status !== 400 && !OF_FORM.test(text)) return null;
  return abilityOf(request);
}

const OF_STATUS: Readonly<Record<number, ModelCode>> = {
  401: 'MODEL_KEY_REFUSED',
  402: 'MODEL_QUOTA',
  403: 'MODEL_KEY_REFUSED',
  404: 'MODEL_UNKNOWN',
};

function refusalOf(status: number, text: string, request: Request): Verdict {
  // A refused key is quoted by some servers, so their words on it are not repeated.
  if (status === 401) return { kind: 'final', code: 'MODEL_KEY_REFUSED', facts: 'status 401' };
  const facts = `status ${status}: ${messageOf(text) || 'an empty body'}`;
  if (status >= 500) return { kind: 'passing', code: 'MODEL_UNREACHABLE', facts };
  const telling = TELLING.find(([words]) => words.test(text));
  if (telling !== undefined) return { kind: 'final', code: telling[1], facts };
  if (status === 429) return { kind: 'passing', code: 'MODEL_RATE_LIMITED', facts };
  if (status === 408) return { kind: 'passing', code: 'MODEL_TIMEOUT', facts };
  const ability = [400, 404, 422].includes(status) ? refusedForm(status, text, request) : null;
  if (ability !== null) return { kind: 'lacking', ability, facts };
  return { kind: 'final', code: OF_STATUS[status] ?? 'MODEL_UNUSABLE', facts };
}

/** @param request what was sent: it tells which form was refused */
export function verdictOf({ status, text }: Received, request: Request): Verdict {
  if (status >= 400) return refusalOf(status, text.slice(0, LOOKED_AT_MAX), request);
  const raw = readJson(text);
  const { data: completion } = Completion.safeParse(raw);
  if (completion !== undefined) return { kind: 'completion', completion, raw };
  const facts = `status ${status}, but no completion: ${messageOf(text.slice(0, LOOKED_AT_MAX)) || 'an empty body'}`;
  return { kind: 'passing', code: 'MODEL_UNUSABLE', facts };
}
