/** `dev`: everything on this machine, until Ctrl-C. */
import { type CommandContext, configOf } from './command-context.ts';
import { EXIT } from './exit-codes.ts';
import { parseScale } from './parse-options.ts';
import { readSamples, type SampleWords } from './sample-options.ts';
import { printBanner, useText } from './system-banner.ts';
import { whenLeaving, withSystem } from './system-session.ts';

export type DevOptions = SampleWords & { readonly scale: readonly string[] };

export function devCommand(context: CommandContext, given: DevOptions): Promise<number> {
  const { output, terminal } = context;
  const began = performance.now();
  const options = {
    scale: parseScale(given.scale),
    samples: readSamples(given, configOf(context), terminal.folder),
    isOnce: false,
    logLevel: 'info' as const,
    log: (line: string) => output.progress(line),
  };
  return withSystem(context, options, async (system, leaving) => {
    printBanner(context, system, performance.now() - began);
    output.text(useText(system));
    await whenLeaving(leaving);
    return EXIT.done;
  });
}
