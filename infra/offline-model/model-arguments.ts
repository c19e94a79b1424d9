/** The arguments of the offline model as a process: `[--port N] [--world FILE] [--fault F] [--script FILE]`. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Fault } from '../../shared/errors.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { FaultName } from '../faults/fault-names.ts';
import { DEFAULT_CITIES } from '../sample-provider/default-cities.ts';
import { loadWorld, type World } from '../sample-provider/world.ts';
import { loadScript, type ScriptEntry } from './script-form.ts';

const Arguments = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'a port is a whole number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'a port is at most 65535')
    .default(0),
  world: z.string().min(1).optional(),
  fault: FaultName.optional(),
  script: z.string().min(1).optional(),
});

const parse = (args: string[]): unknown => {
  const text = { type: 'string' } as const;
  try {
    const options = { port: text, world: text, fault: text, script: text };
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw new Fault('USAGE', `${(cause as Error).message}.`, { cause });
  }
};

export type ModelArguments = {
  readonly port: number;
  readonly fault: FaultName | undefined;
  readonly cities: World['cities'];
  readonly script: readonly ScriptEntry[];
};

/**
 * @param args what follows the program's name
 * @throws {Fault} `USAGE` for an argument that is not understood; `CONFIG_INVALID` for a wrong world or
 * script file
 */
export async function readModelArguments(args: string[]): Promise<ModelArguments> {
  const parsed = Arguments.safeParse(parse(args));
  if (!parsed.success) throw new Fault('USAGE', `${describeIssues(parsed.error)}.`);
  const { port, world, fault, script } = parsed.data;
  return {
    port,
    fault,
    cities: world === undefined ? DEFAULT_CITIES : (await loadWorld(world)).cities,
    script: script === undefined ? [] : await loadScript(script),
  };
}
