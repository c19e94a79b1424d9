/** Asks every role process of a namespace how it is; whoever is alive answers. */
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { apiSubject } from '../../shared/bus/subjects.ts';

const Health = z.object({
  role: z.string(),
  instance: z.string(),
  version: z.string(),
  state: z.string(),
  running: z.number().optional(),
  pid: z.number(),
});
export type Health = z.infer<typeof Health>;

const parse = (text: string): Health[] => {
  try {
    return [Health.parse(JSON.parse(text))];
  } catch {
    // Somebody else answers on this subject, or no role does.
    return [];
  }
};

/** @param waitMs how long answers are gathered */
export async function readHealth(
  connection: NatsConnection,
  namespace: string,
  waitMs: number,
): Promise<Health[]> {
  const options = { strategy: 'timer' as never, maxWait: waitMs };
  const found: Health[] = [];
  try {
    const subject = apiSubject(namespace, 'health');
    for await (const answer of await connection.requestMany(subject, '', options)) {
      found.push(...parse(answer.string()));
    }
  } catch {
    // Nobody listens yet.
  }
  return found.sort((a, b) => a.role.localeCompare(b.role) || a.pid - b.pid);
}

/** The router that decides; its standbys wait. */
export const isActiveRouter = ({ role, state }: Health): boolean =>
  role === 'router' && state.startsWith('active');
