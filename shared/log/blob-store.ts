/**
 * Large payloads: stored and confirmed in the object store before the event that refers to them, named by
 * their content and never overwritten (putting an object again under its name can hang its readers).
 */
import { createHash } from 'node:crypto';
import type { NatsConnection, ObjectStore } from 'nats';
import { bucketNames } from '../bus/resource-names.ts';
import { BlobRef } from '../events/shapes.ts';

/** Payloads above this many bytes of JSON leave the event. */
const INLINE_BYTES_MAX = 65_536;

export class BlobStore {
  readonly #open: () => Promise<ObjectStore>;

  constructor(connection: NatsConnection, namespace: string) {
    let store: Promise<ObjectStore> | undefined;
    this.#open = () => {
      store ??= connection.jetstream().views.os(bucketNames(namespace).blobs);
      return store;
    };
  }

  /**
   * @param summary at most 200 characters for whoever does not fetch the blob
   * @returns `value` itself when it is small, else the reference to its stored copy
   */
  async outline(taskId: string, value: unknown, summary: string): Promise<unknown> {
    const text = JSON.stringify(value) ?? 'null';
    const size = Buffer.byteLength(text);
    if (size <= INLINE_BYTES_MAX) return value;
    const name = `${taskId}/${createHash('sha256').update(text).digest('hex')}`;
    const store = await this.#open();
    if ((await store.info(name)) === null) await store.putBlob({ name }, Buffer.from(text));
    return { $blob: name, size, summary };
  }

  /** The value behind a reference; anything else comes back as it is. */
  async inline(value: unknown): Promise<unknown> {
    const reference = BlobRef.safeParse(value);
    if (!reference.success) return value;
    const bytes = await (await this.#open()).getBlob(reference.data.$blob);
    return bytes === null ? value : JSON.parse(Buffer.from(bytes).toString('utf8'));
  }
}
