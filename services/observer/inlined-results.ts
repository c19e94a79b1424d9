/** Accepted results with what is in the object store fetched, for rules; letters keep their references. */
import type { Prior } from '../../shared/events/shapes.ts';
import type { BlobStore } from '../../shared/log/blob-store.ts';

export async function inlinedResults(blobs: BlobStore, results: Prior): Promise<Prior> {
  const entries = await Promise.all(
    Object.entries(results).map(async ([id, prior]) =>
      prior.data === undefined
        ? ([id, prior] as const)
        : ([id, { ...prior, data: await blobs.inline(prior.data) }] as const),
    ),
  );
  return Object.fromEntries(entries);
}
