/** From a goal and its options to the JSON that is sent. Intake checks again; this sends nothing wrong. */
import { Fault } from '../errors.ts';
import type { SubmissionInput } from '../events/submission.ts';
import { readSubmission } from '../plan/read-submission.ts';
import { newTaskId } from '../task-ids.ts';
import { type JsonSchema, jsonSchemaOf, type ZodSchema } from './answer-schema.ts';

type Field<K extends keyof SubmissionInput> = SubmissionInput[K] | undefined;

/** What may go with a goal; the defaults are those of `infra/schemas/submission.v1.json`. */
export type SubmitOptions = {
  /** An id of your own, so that sending again is the same task; random by default. */
  readonly id?: Field<'id'>;
  /** The form of the answer's `data`: a schema of zod 4, or a JSON Schema. */
  readonly answerSchema?: ZodSchema<unknown> | JsonSchema | undefined;
  /** Facts that go with the goal. */
  readonly input?: Field<'input'>;
  readonly limits?: Field<'limits'>;
  readonly mode?: Field<'mode'>;
  /** Steps to carry out as they are; no model is asked for a plan. */
  readonly plan?: Field<'plan'>;
  /** IANA zone in which days are meant, `Asia/Shanghai` for example; the router's by default. */
  readonly timeZone?: Field<'timeZone'>;
  /** Names of the only tools that may be used. */
  readonly tools?: Field<'tools'>;
  /** Of syntax, semantics and consistency in a verdict, and its threshold, in thousandths. */
  readonly weights?: Field<'weights'>;
};

/** `bodyHash` is intake's mark of this submission: another one under the same id has another. */
export type ComposedTask = {
  readonly id: string;
  readonly body: string;
  readonly bodyHash: string;
};

function jsonOf(fields: object): string {
  try {
    return JSON.stringify(fields);
  } catch (cause) {
    const facts = `The submission is not JSON: ${(cause as Error).message}.`;
    throw new Fault('SUBMISSION_INVALID', facts, { cause });
  }
}

/**
 * The id is always chosen here, so that sending twice is one task.
 *
 * @param goal may be left out when a plan is given
 * @throws {Fault} what is wrong with it, as intake would say it; nothing was sent
 */
export function composeTask(goal: string | undefined, options: SubmitOptions): ComposedTask {
  const { answerSchema, id = newTaskId(), ...rest } = options;
  const schema = answerSchema === undefined ? {} : { answerSchema: jsonSchemaOf(answerSchema) };
  const body = jsonOf({ goal, ...rest, ...schema, id });
  return { id, body, bodyHash: readSubmission(body).bodyHash };
}
