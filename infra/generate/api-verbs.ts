/** The verbs of `<ns>.api.<verb>` (WIRE.md section 5), as `asyncapi.yaml` describes them. */

import {
  AnswerRequest,
  CancelRequest,
  ExtendRequest,
  GetRequest,
  ListRequest,
  PauseRequest,
} from '../../shared/events/api-requests.ts';
import { TASK_STATUSES } from '../../shared/events/router-events.ts';
import { Mode } from '../../shared/events/submission.ts';
import { type JsonSchema, jsonSchemaOf } from './event-schema.ts';

export type Verb = {
  readonly name: string;
  readonly answeredBy: 'router' | 'observer' | 'every role';
  readonly summary: string;
  /** Null for the submission, which has a schema file of its own. */
  readonly request: JsonSchema | null;
  readonly reply: Readonly<Record<string, JsonSchema>>;
};

const text: JsonSchema = { type: 'string' };
const id: JsonSchema = { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$' };
const record: JsonSchema = { type: 'object', additionalProperties: true };
const list: JsonSchema = { type: 'array', items: record };

const object = (properties: JsonSchema, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
});

const row = { id, status: { enum: TASK_STATUSES } };

export const VERBS: readonly Verb[] = [
  {
    name: 'submit',
    answeredBy: 'router',
    summary: `Hands a task in (mode: ${Mode.options.join(', ')}); the same id and body again is the same task.`,
    request: null,
    reply: { ...row, created: { type: 'boolean' } },
  },
  {
    name: 'get',
    answeredBy: 'router',
    summary: 'One task with its plan, steps, open question and result.',
    request: jsonSchemaOf(GetRequest, 'input'),
    reply: { id, row: record, plan: record, steps: list, request: record, result: record },
  },
  {
    name: 'list',
    answeredBy: 'router',
    summary: 'Tasks, newest first.',
    request: jsonSchemaOf(ListRequest, 'input'),
    reply: { tasks: list, next: id },
  },
  {
    name: 'cancel',
    answeredBy: 'router',
    summary: 'Ends a task.',
    request: jsonSchemaOf(CancelRequest, 'input'),
    reply: { id, status: { const: 'cancelling' } },
  },
  {
    name: 'answer',
    answeredBy: 'router',
    summary: 'Answers the open question of a task.',
    request: jsonSchemaOf(AnswerRequest, 'input'),
    reply: { id, requestId: text },
  },
  {
    name: 'extend',
    answeredBy: 'router',
    summary: 'Grants more of a limit.',
    request: jsonSchemaOf(ExtendRequest, 'input'),
    reply: row,
  },
  {
    name: 'pause',
    answeredBy: 'router',
    summary: 'Sends no further letter of a task.',
    request: jsonSchemaOf(PauseRequest, 'input'),
    reply: row,
  },
  {
    name: 'resume',
    answeredBy: 'router',
    summary: 'Goes on with a paused task.',
    request: jsonSchemaOf(PauseRequest, 'input'),
    reply: row,
  },
  {
    name: 'tools',
    answeredBy: 'observer',
    summary: 'The tools that executors announced within the last hour.',
    request: object({}, []),
    reply: { tools: list },
  },
  {
    name: 'health',
    answeredBy: 'every role',
    summary: 'One reply from each process: ask with a time-out, not for the first reply only.',
    request: object({}, []),
    reply: {
      role: text,
      instance: text,
      version: text,
      state: text,
      lag: { type: 'integer' },
      running: { type: 'integer' },
      pid: { type: 'integer' },
    },
  },
];

/** `{ ok: true, … }`, or what went wrong and its cure. */
export const replySchema = ({ reply }: Verb): JsonSchema => ({
  oneOf: [
    object({ ok: { const: true }, ...reply }, ['ok']),
    object(
      {
        ok: { const: false },
        error: object({ code: text, message: text, cure: text, path: text }, [
          'code',
          'message',
          'cure',
        ]),
      },
      ['ok', 'error'],
    ),
  ],
});
