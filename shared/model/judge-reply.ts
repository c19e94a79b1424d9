/** Whether a reply is what was asked for, and the words in which a model is told that it is not. */
import type { z } from 'zod';
import type { Reading } from './read-reply.ts';
import { Refused } from './replies.ts';

export type Judged<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'refused'; readonly reason: string; readonly cure: string }
  | Exclude<Reading, { readonly kind: 'value' }>;

/** What is asked for, and what its schema cannot say. */
export type Standard<T> = {
  readonly schema: z.ZodType<T>;
  readonly check?: ((value: T) => string | null) | undefined;
};

const ISSUES_MAX = 8;
/** Characters: a model could be quoted at any length. */
const PROBLEM_MAX = 2_000;

type Issue = z.core.$ZodIssue;

/** Of a union's branches the one that fits best tells most; the others would only confuse. */
function leavesOf(issue: Issue, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [best] = issue.errors.toSorted((a, b) => a.length - b.length);
    return (best ?? []).flatMap((inner) => leavesOf(inner, path));
  }
  return [`${path.map(String).join('.') || '(whole)'}: ${issue.message}`];
}

/** Path and fault of each place; zod's messages name the allowed values. */
const wordIssues = ({ issues }: z.ZodError): string =>
  issues
    .flatMap((issue) => leavesOf(issue, []))
    .slice(0, ISSUES_MAX)
    .join('; ');

export function judgeReply<T>(reading: Reading, { schema, check }: Standard<T>): Judged<T> {
  if (reading.kind !== 'value') return reading;
  const { value, text } = reading;
  const refused = Refused.safeParse(value);
  if (refused.success)
    return { kind: 'refused', reason: refused.data.refused, cure: refused.data.cure };
  const parsed = schema.safeParse(value);
  const problem = parsed.success ? (check?.(parsed.data) ?? null) : wordIssues(parsed.error);
  return parsed.success && problem === null
    ? { kind: 'answered', value: parsed.data }
    : { kind: 'rejected', problem: (problem ?? '').slice(0, PROBLEM_MAX), text };
}
