/** Tells the planner what this executor can do, and goes on telling: the registry's entries expire. */
import type { KV } from 'nats';
import type { RoleContext } from '../../shared/actor/role-context.ts';
import { bucketNames } from '../../shared/bus/resource-names.ts';
import { nowIso } from '../../shared/clock.ts';
import { toFault } from '../../shared/errors.ts';
import type { Tool } from '../../shared/tools/define-tool.ts';
import { declarationOf, type ToolAnnouncement } from '../../shared/tools/tool-announcement.ts';

const EVERY_MS = 600_000;

const announcementOf = (tool: Tool, pool: string, instance: string): ToolAnnouncement => ({
  declaration: { ...declarationOf(tool), pool },
  description: tool.description,
  whenToUse: tool.whenToUse,
  whenNotToUse: tool.whenNotToUse,
  cost: tool.cost,
  instance,
  announcedAt: nowIso(),
});

const put = async (kv: KV, tools: readonly Tool[], context: RoleContext): Promise<void> => {
  for (const tool of tools) {
    const announcement = announcementOf(tool, context.config.pool, context.instance);
    await kv.put(tool.name, JSON.stringify(announcement));
  }
};

/** Resolves once all are announced; repeats until the role closes. */
export async function announceTools(context: RoleContext, tools: readonly Tool[]): Promise<void> {
  const kv = await context.connection.jetstream().views.kv(bucketNames(context.namespace).tools);
  await put(kv, tools, context);
  const timer = setInterval(() => {
    put(kv, tools, context).catch((thrown: unknown) => {
      context.logger.warn({}, `tools could not be announced: ${toFault(thrown).facts}`);
    });
  }, EVERY_MS);
  timer.unref();
  context.closing.signal.addEventListener('abort', () => clearInterval(timer));
}
