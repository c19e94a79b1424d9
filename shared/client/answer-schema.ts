/**
 * The form that an answer's data must have: a zod schema, or a JSON Schema. A zod schema travels as its JSON
 * Schema, which the observer holds the answer to; what only code can say is checked when the answer is back.
 */
import { z } from 'zod';
import { Fault } from '../errors.ts';
import type { TaskResult } from './task-result.ts';

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };

/** A schema of zod 4, of whichever copy: its class is not compared, so that a program may have its own. */
export type ZodSchema<T> = {
  readonly _zod: { readonly output: T };
  readonly safeParseAsync: (value: unknown) => Promise<Parsed<unknown>>;
};

export type JsonSchema = Readonly<Record<string, unknown>>;

const PLACE = { path: 'answerSchema' };

const hasParser = (schema: object): boolean => 'safeParseAsync' in schema || '_def' in schema;

const isZod = (schema: object): schema is ZodSchema<unknown> =>
  '_zod' in schema && 'safeParseAsync' in schema;

/**
 * @returns what a submission says of it
 * @throws {Fault} `SUBMISSION_INVALID` when it has no JSON Schema
 */
export function jsonSchemaOf(schema: ZodSchema<unknown> | JsonSchema): JsonSchema {
  if (!isZod(schema)) {
    if (!hasParser(schema)) return schema;
    throw new Fault('SUBMISSION_INVALID', 'answerSchema is no schema of zod 4.', PLACE);
  }
  const own = schema as unknown as z.ZodType;
  try {
    return z.toJSONSchema(own, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  } catch (cause) {
    const facts = `answerSchema has no JSON Schema: ${(cause as Error).message}.`;
    throw new Fault('SUBMISSION_INVALID', facts, { cause, ...PLACE });
  }
}

const firstOf = ([issue]: readonly Issue[]): string =>
  `${issue?.path.join('.') || '(whole)'}: ${issue?.message}`;

async function dataBy(schema: ZodSchema<unknown>, data: unknown, taskId: string): Promise<unknown> {
  const parsed = await schema.safeParseAsync(data);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const facts = `Task ${taskId} is completed, but its data does not fit answerSchema (${firstOf(issues)}).`;
  throw new Fault('ANSWER_MISMATCH', facts, { cause: parsed.error, ...PLACE });
}

/**
 * @returns the result with its data as the schema yields it, defaults and transforms included
 * @throws {Fault} `ANSWER_MISMATCH` when the schema says more than its JSON Schema, and the data does not keep it
 */
export async function parsedResult(
  result: TaskResult,
  schema: ZodSchema<unknown> | JsonSchema | undefined,
): Promise<TaskResult> {
  if (result.status !== 'completed' || schema === undefined || !isZod(schema)) return result;
  return { ...result, data: await dataBy(schema, result.data, result.id) };
}
