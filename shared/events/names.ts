/** The grammars of every name that becomes part of a subject or an id (WIRE.md section 1). */
import { z } from 'zod';

export const Namespace = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,31}$/,
    'a namespace is a-z, 0-9 and "-", starts with a letter, at most 32',
  );

export const TaskId = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    'a task id is letters, digits, "_" and "-", starts with a letter or digit, at most 64 (no dots, no spaces)',
  );

export const StepId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/, 'a step id is letters, digits, "_" and "-", at most 32');

export const PoolName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'a pool is a-z, 0-9 and "-", starts with a letter, at most 32');

export const ToolName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a tool name is letters, digits, "_" and "-", at most 64');

/** Events that belong to no task carry this id; no machine folds them and no list shows them. */
export const FLEET = '_fleet';
