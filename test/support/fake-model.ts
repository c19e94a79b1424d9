/** A little server that speaks chat completions, and does what its script says; it keeps what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FakeRequest = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly [field: string]: unknown;
  };
};

export type FakeStep =
  /** A string goes out as it is, anything else as JSON. */
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: unknown;
    }
  /** `silent`: no answer; `stall`: half a body, then nothing; `reset`: half a body, then a reset. */
  | { readonly broken: 'silent' | 'stall' | 'reset' };

/** One step a request, in order, or a rule. Requests after the last step get status 418. */
export type FakeScript = readonly FakeStep[] | ((request: FakeRequest) => FakeStep);

/** A completion with this message; `choice` overrides `finish_reason` and its like. */
export const completionOf = (message: object, choice: object = {}): FakeStep => ({
  body: {
    id: 'c1',
    object: 'chat.completion',
    choices: [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message }, ...choice },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  },
});

/** A completion whose content is `value` as JSON, or this very text. */
export const saying = (value: unknown, choice: object = {}): FakeStep =>
  completionOf({ content: typeof value === 'string' ? value : JSON.stringify(value) }, choice);

/** An error as OpenAI words it. */
export const failing = (
  status: number,
  error: { message: string; code?: string; param?: string },
  headers: Readonly<Record<string, string>> = {},
): FakeStep => ({ status, headers, body: { error: { type: 'invalid_request_error', ...error } } });

const HALF = '{"choices":[{"finish_reason":"stop","message":{"content":"{';

function act(step: FakeStep, response: ServerResponse): void {
  if ('broken' in step) {
    if (step.broken === 'silent') return;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write(HALF, () => {
      if (step.broken === 'reset') response.socket?.resetAndDestroy();
    });
    return;
  }
  const { status = 200, headers = {}, body } = step;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export type FakeModel = {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly requests: readonly FakeRequest[];
  readonly stop: () => Promise<void>;
};

export async function startFakeModel(script: FakeScript): Promise<FakeModel> {
  const requests: FakeRequest[] = [];
  const stepFor = (request: FakeRequest): FakeStep => {
    if (typeof script === 'function') return script(request);
    return script[requests.length - 1] ?? { status: 418, body: 'the script is over' };
  };
  const server = createServer(async (incoming, response) => {
    const body = JSON.parse(await textOf(incoming)) as FakeRequest['body'];
    const request = { path: incoming.url ?? '', headers: incoming.headers, body };
    requests.push(request);
    act(stepFor(request), response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/v1`, requests, stop };
}
