/**
 * Results as a model reads them: what was put into the object store for its size is fetched while it is small enough
 * to be read at all; what is larger stays behind its summary.
 */
import { BlobRef, type Prior } from '../../shared/events/shapes.ts';
import type { BlobStore } from '../../shared/log/blob-store.ts';

const READABLE_BYTES = 262_144;

export async function readableResults(blobs: BlobStore, results: Prior): Promise<Prior> {
  const entries = await Promise.all(
    Object.entries(results).map(async ([id, prior]) => {
      const reference = BlobRef.safeParse(prior.data);
      const isReadable = reference.success && reference.data.size <= READABLE_BYTES;
      return [id, isReadable ? { ...prior, data: await blobs.inline(prior.data) } : prior] as const;
    }),
  );
  return Object.fromEntries(entries);
}
