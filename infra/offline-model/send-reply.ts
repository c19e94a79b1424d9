/** Sends a reply the way it says: at once, late, in two parts with a pause between, or not at all. */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Before anything is sent. */
  readonly delayMs?: number | undefined;
  /** After the head and the first half of the body. */
  readonly stallMs?: number | undefined;
  /** The connection is destroyed instead. */
  readonly reset?: true | undefined;
};

export const jsonReply = (status: number, body: string, headers = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  body,
});

const send = async (response: ServerResponse, reply: Reply, gone: AbortSignal): Promise<void> => {
  const { status, headers, delayMs, stallMs, reset } = reply;
  if (delayMs !== undefined) await wait(delayMs, undefined, { signal: gone });
  if (reset) {
    response.req.socket.resetAndDestroy();
    return;
  }
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const bytes = Buffer.from(reply.body);
  if (stallMs === undefined) {
    response.end(bytes);
    return;
  }
  const half = Math.ceil(bytes.length / 2);
  response.flushHeaders();
  response.write(bytes.subarray(0, half));
  await wait(stallMs, undefined, { signal: gone });
  response.end(bytes.subarray(half));
};

/** Resolves when the reply is on its way, or when nobody waits for it any more. */
export async function sendReply(response: ServerResponse, reply: Reply): Promise<void> {
  const gone = new AbortController();
  if (response.closed) gone.abort();
  response.once('close', () => gone.abort());
  try {
    await send(response, reply, gone.signal);
  } catch {
    // Either the caller hung up, or the script has headers that HTTP cannot put together.
    response.destroy();
  }
}
