/** Reads the registry of tools (KV bucket `tools`). */
import type { NatsConnection } from 'nats';
import { bucketNames } from '../bus/resource-names.ts';
import { ToolAnnouncement } from './tool-announcement.ts';

/** All tools that executors have announced within the last hour, by name. */
export async function readRegistry(
  connection: NatsConnection,
  namespace: string,
): Promise<ToolAnnouncement[]> {
  const kv = await connection.jetstream().views.kv(bucketNames(namespace).tools);
  const names: string[] = [];
  for await (const name of await kv.keys()) names.push(name);
  const entries = await Promise.all(names.sort().map((name) => kv.get(name)));
  return entries.flatMap((entry) => {
    if (entry === null || entry.operation !== 'PUT') return [];
    const announcement = ToolAnnouncement.safeParse(entry.json());
    return announcement.success ? [announcement.data] : [];
  });
}
