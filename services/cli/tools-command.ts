/** `tools`: what the executors have announced, a line each. */
import type { ToolAnnouncement } from '../../shared/tools/tool-announcement.ts';
import { readRegistry } from '../../shared/tools/tool-registry.ts';
import { withNamespace } from './bus.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT } from './exit-codes.ts';
import { tableText } from './table.ts';

const cells = ({ declaration, description }: ToolAnnouncement): string[] => {
  const { name, effect, pool, timeoutMs, approval } = declaration;
  const asks = approval === 'never' ? '' : `approval ${approval}`;
  return [name, effect, pool, `${timeoutMs} ms`, asks, description];
};

export const toolsCommand = (context: CommandContext): Promise<number> =>
  withNamespace(context, async ({ connection, namespace }) => {
    const tools = await readRegistry(connection, namespace);
    if (context.output.isJson) {
      for (const { declaration, ...texts } of tools) {
        context.output.result({ type: 'tool', ...declaration, ...texts }, undefined);
      }
      return EXIT.done;
    }
    if (tools.length > 0) context.output.text(tableText(tools.map(cells)));
    else context.output.progress('No executor has announced a tool.');
    return EXIT.done;
  });
