/** The form of a script (README.md): which requests are answered otherwise than by rule, and how often. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { Fault } from '../../shared/errors.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { PURPOSES } from '../../shared/model/purposes.ts';
import { ScriptedResponses } from './script-response.ts';

const ENTRIES_MAX = 1_000;
const TIMES_MAX = 1_000_000;

const ScriptEntry = z.strictObject({
  purpose: z.enum(['*', ...PURPOSES]),
  match: z
    .union([z.string(), z.record(z.string(), z.unknown())], 'match is a text or an object')
    .refine((wanted) => Object.keys(wanted).length > 0, 'an empty match fits all: leave it out')
    .optional(),
  /** One after the other; the last one repeats. */
  response: ScriptedResponses,
  times: z.number().int().min(1).max(TIMES_MAX).optional(),
});
export type ScriptEntry = z.infer<typeof ScriptEntry>;

const Script = z.array(ScriptEntry, 'a script is a list of entries').max(ENTRIES_MAX);

/**
 * Checks a script that was read from JSON.
 *
 * @param source how messages call it, such as `The script`
 * @throws {Fault} `CONFIG_INVALID` with the place of what is wrong
 */
export function parseScript(value: unknown, source: string): readonly ScriptEntry[] {
  const script = Script.safeParse(value);
  if (script.success) return script.data;
  throw new Fault('CONFIG_INVALID', `${source}: ${describeIssues(script.error)}.`);
}

/** @throws {Fault} `CONFIG_INVALID` with the place, when the file cannot be read or is no script */
export async function loadScript(file: string): Promise<readonly ScriptEntry[]> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Fault('CONFIG_INVALID', `The script file ${file} cannot be read: ${why}.`, { cause });
  }
  return parseScript(value, `The script file ${file}`);
}
