/** Reads a request's JSON body within a limit. */
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

const BYTES_MAX = 16 * 1024;

const readBytes = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  // By default leaving the loop would destroy the connection, and the refusal could not be sent.
  const arriving: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of arriving) {
    size += chunk.length;
    if (size > BYTES_MAX)
      throw new Refusal('INVALID_PARAMS', `A body has at most ${BYTES_MAX} bytes.`, 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** @throws {Refusal} `INVALID_PARAMS` when it is no UTF-8 JSON (400), or too large (413) */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('INVALID_PARAMS', 'The body is not JSON.');
  }
}
