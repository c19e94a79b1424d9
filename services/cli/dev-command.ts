/** `dev`: everything on this machine, until Ctrl-C. */
import type { CommandContext } from './command-context.ts';
import { EXIT } from './exit-codes.ts';
import { parseScale } from './parse-options.ts';
import { printBanner, useText } from './system-banner.ts';
import { whenLeaving, withSystem } from './system-session.ts';

export type DevOptions = { readonly scale: readonly string[]; readonly world?: string };

export function devCommand(context: CommandContext, { scale, world }: DevOptions): Promise<number> {
  const { output } = context;
  const began = performance.now();
  const options = {
    scale: parseScale(scale),
    world,
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
