/**
 * A model on loopback that speaks OpenAI's chat-completions protocol and answers by rule, or as a script
 * says, so that the whole path to a model is exercised without one.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Fault } from '../../shared/errors.ts';
import { ApiRefusal, errorBody } from './api-refusal.ts';
import { chatEndpoint } from './chat-endpoint.ts';
import { CREATED } from './completion.ts';
import type { AnswerQuestion } from './read-question.ts';
import { readBody } from './request-body.ts';
import type { ScriptEntry } from './script-form.ts';
import { jsonReply, type Reply, sendReply } from './send-reply.ts';

export type OfflineModelOptions = {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly answer: AnswerQuestion;
  /** Goes before the rule. */
  readonly script?: readonly ScriptEntry[];
};

export type OfflineModel = {
  /** What OPENAI_BASE_URL is set to: it ends in `/v1`. */
  readonly url: string;
  /** Ends open connections; may be called again. */
  readonly close: () => Promise<void>;
};

type Routes = Readonly<Record<string, Readonly<Record<string, (body: Uint8Array) => Reply>>>>;

const HOST = '127.0.0.1';
/** Completes request targets; which host was named does not matter. */
const ORIGIN = 'http://model';
const MALFORMED = errorBody('This is no HTTP request.', 'invalid_request');
const MODEL = { id: 'offline', object: 'model', created: CREATED, owned_by: 'loopwright' };
const MODELS = JSON.stringify({ object: 'list', data: [MODEL] });

const modelRoutes = ({ answer, script = [] }: OfflineModelOptions): Routes => ({
  '/health': { GET: () => jsonReply(200, JSON.stringify({ status: 'ok' })) },
  '/v1/models': { GET: () => jsonReply(200, MODELS) },
  '/v1/chat/completions': { POST: chatEndpoint(answer, script) },
});

async function answerRequest(routes: Routes, request: IncomingMessage): Promise<Reply> {
  const target = request.url ?? '';
  if (!URL.canParse(target, ORIGIN)) {
    throw new ApiRefusal('invalid_request', 'The path is malformed.');
  }
  const { pathname } = new URL(target, ORIGIN);
  const handlers = Object.hasOwn(routes, pathname) ? routes[pathname] : undefined;
  if (handlers === undefined) {
    const known = Object.keys(routes).join(', ');
    throw new ApiRefusal('not_found', `There is nothing at ${pathname}, only at ${known}.`);
  }
  const method = request.method ?? '';
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler !== undefined) return handler(await readBody(request));
  const allowed = Object.keys(handlers).join(', ');
  const refusal = new ApiRefusal(
    'method_not_allowed',
    `Only ${allowed} is understood here, not ${method}.`,
  );
  return jsonReply(refusal.status, refusal.body, { Allow: allowed });
}

/** What is not a refusal is a fault of the rule; whoever writes one needs its text. */
const refused = (thrown: unknown): Reply => {
  const refusal =
    thrown instanceof ApiRefusal
      ? thrown
      : new ApiRefusal('internal_error', `The offline model failed: ${thrown}.`);
  return jsonReply(refusal.status, refusal.body);
};

async function serve(
  routes: Routes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await answerRequest(routes, request).catch(refused);
  // A body that was not read to its end would be taken for the next request.
  if (!request.complete) response.setHeader('Connection', 'close');
  request.resume();
  // Equal requests get equal replies, to the byte.
  response.sendDate = false;
  await sendReply(response, reply);
}

/** Answers what is not even HTTP. */
const refuseMalformed = (_: Error, socket: Socket): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const head = 'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close';
  socket.end(`${head}\r\nContent-Length: ${MALFORMED.length}\r\n\r\n${MALFORMED}`);
};

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const facts = `The offline model cannot listen on ${HOST}:${port}: ${cause.message}.`;
      reject(new Fault('CONFIG_INVALID', facts, { cause }));
    });
    server.listen(port, HOST, resolve);
  });

/**
 * Starts an offline model in this process.
 *
 * @throws {Fault} `CONFIG_INVALID` when the port is taken
 */
export async function startOfflineModel(options: OfflineModelOptions): Promise<OfflineModel> {
  const routes = modelRoutes(options);
  const server = createServer((request, response) => void serve(routes, request, response));
  server.on('clientError', refuseMalformed);
  await listen(server, options.port ?? 0);
  const end = async (): Promise<void> => {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  };
  let ended: Promise<void> | undefined;
  const { port } = server.address() as AddressInfo;
  return { url: `http://${HOST}:${port}/v1`, close: () => (ended ??= end()) };
}
