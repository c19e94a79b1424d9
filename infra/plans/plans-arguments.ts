/** The arguments of `npm run plans`: `FILE [--tools FILE]`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Fault } from '../../shared/errors.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import type { ToolsByDomain } from './judge-plan.ts';

const Tools = z.record(z.string(), z.array(z.string()));

const parse = (args: readonly string[]) => {
  try {
    const options = { tools: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (cause) {
    throw new Fault('USAGE', `${(cause as Error).message}.`, { cause });
  }
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (cause) {
    throw new Fault('USAGE', `${path} cannot be read: ${(cause as Error).message}.`, { cause });
  }
};

function readTools(path: string): ToolsByDomain {
  let value: unknown;
  try {
    value = JSON.parse(readText(path));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault('USAGE', `${path} is not JSON: ${(cause as Error).message}.`, { cause });
  }
  const { data, error } = Tools.safeParse(value);
  if (data !== undefined) return data;
  throw new Fault('USAGE', `${path} has no lists of tools by domain: ${describeIssues(error)}.`);
}

export type PlansArguments = {
  /** The file of plans, one JSON object a line. */
  readonly text: string;
  readonly tools: ToolsByDomain | undefined;
};

/**
 * @param args what follows the program's name
 * @throws {Fault} `USAGE` for an argument that is not understood, or a file that cannot be read
 */
export function readPlansArguments(args: readonly string[]): PlansArguments {
  const { values, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new Fault('USAGE', `One file of plans is wanted, not ${positionals.length}.`);
  const tools = values.tools === undefined ? undefined : readTools(values.tools);
  return { text: readText(file), tools };
}
