/** The arguments of the sample provider as a process: `[--port N] [--world FILE] [--state FILE] [--fault F]`. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { Fault } from '../../shared/errors.ts';
import { describeIssues } from '../../shared/events/parse-event.ts';
import { FaultName } from '../faults/fault-names.ts';
import type { SampleProviderOptions } from './sample-provider.ts';
import { loadWorld } from './world.ts';

const Arguments = z.object({
  port: z
    .string()
    .regex(/^\d{1,5}$/, 'a port is a whole number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'a port is at most 65535')
    .optional(),
  world: z.string().min(1).optional(),
  state: z.string().min(1).optional(),
  fault: FaultName.optional(),
});

const parse = (args: string[]): unknown => {
  const text = { type: 'string' } as const;
  try {
    const options = { port: text, world: text, state: text, fault: text };
    return parseArgs({ args, options }).values;
  } catch (cause) {
    throw new Fault('USAGE', `${(cause as Error).message}.`, { cause });
  }
};

/**
 * @param args what follows the program's name
 * @throws {Fault} `USAGE` for an argument that is not understood; `CONFIG_INVALID` for a wrong world file
 */
export async function readProviderArguments(args: string[]): Promise<SampleProviderOptions> {
  const parsed = Arguments.safeParse(parse(args));
  if (!parsed.success) throw new Fault('USAGE', `${describeIssues(parsed.error)}.`);
  const { port, world, state, fault } = parsed.data;
  return {
    ...(port === undefined ? {} : { port }),
    ...(world === undefined ? {} : { world: await loadWorld(world) }),
    ...(state === undefined ? {} : { stateFile: state }),
    ...(fault === undefined ? {} : { fault }),
  };
}
