/** Reads a request's body within a limit. */
import type { IncomingMessage } from 'node:http';
import { ApiRefusal } from './api-refusal.ts';

const BYTES_MAX = 8 * 1024 * 1024;

/** @throws {ApiRefusal} 413 over 8 MB */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // By default leaving the loop would destroy the connection, and the refusal could not be sent.
  const arriving: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of arriving) {
    size += chunk.length;
    if (size > BYTES_MAX)
      throw new ApiRefusal('request_too_large', `A body has at most ${BYTES_MAX} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
