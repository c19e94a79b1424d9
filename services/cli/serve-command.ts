/** `serve ROLE`: this process becomes that role. */
import { Fault } from '../../shared/errors.ts';
import { PoolName } from '../../shared/events/names.ts';
import { isRoleName, ROLE_NAMES } from '../dev/role-names.ts';
import type { CommandContext } from './command-context.ts';

export type ServeOptions = { readonly pool?: string; readonly concurrency?: string };

/**
 * Returns once the role serves; its own signal handlers end the process.
 *
 * @throws {Fault} `USAGE`; the role's own faults end the process with their exit code
 */
export async function serveCommand(
  { terminal }: CommandContext,
  role: string,
  { pool, concurrency }: ServeOptions,
): Promise<undefined> {
  if (!isRoleName(role)) {
    throw new Fault('USAGE', `${role} is no role; there are ${ROLE_NAMES.join(', ')}.`);
  }
  const isExecutor = role === 'executor';
  if (!isExecutor && (pool !== undefined || concurrency !== undefined)) {
    throw new Fault('USAGE', '--pool and --concurrency are for the executor.');
  }
  if (pool !== undefined && !PoolName.safeParse(pool).success) {
    throw new Fault(
      'USAGE',
      `--pool ${pool}: a pool is a-z, 0-9 and "-", starts with a letter, at most 32.`,
    );
  }
  if (pool !== undefined) terminal.env.LOOPWRIGHT_POOL = pool;
  if (concurrency !== undefined) terminal.env.LOOPWRIGHT_CONCURRENCY = concurrency;
  await import(new URL(`../${role}/main.js`, import.meta.url).href);
  return undefined;
}
