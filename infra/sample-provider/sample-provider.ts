/**
 * A booking service on loopback for the samples: it holds flights, hotels, transfers, weather, stock and
 * orders, and counts the effects that really took place, so that a double booking cannot hide.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Fault } from '../../shared/errors.ts';
import type { FaultName } from '../faults/fault-names.ts';
import { withFault } from './faults/with-fault.ts';
import { readJsonBody } from './json-body.ts';
import { OrderBook } from './order-book.ts';
import { memoryJournal, openJournal } from './order-journal.ts';
import { providerRoutes, type Reply, type Routes } from './provider-routes.ts';
import { Refusal } from './refusal.ts';
import { World } from './world.ts';

export type SampleProviderOptions = {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: '127.0.0.1';
  readonly world?: World;
  /** Where orders survive a restart; without it they are gone with the process. */
  readonly stateFile?: string;
  /** What goes wrong on purpose; faults of other places change nothing here. */
  readonly fault?: FaultName;
};

export type SampleProvider = {
  readonly url: string;
  /** Ends open connections; may be called again. */
  readonly close: () => Promise<void>;
};

/** Completes request targets; which host was named does not matter. */
const ORIGIN = 'http://provider';
const MALFORMED = JSON.stringify({ code: 'INVALID_PARAMS', message: 'This is no HTTP request.' });

/** The path's entry in the table, with the name that follows it. */
const find = (routes: Routes, path: string) => {
  const exact = path.endsWith('/') ? undefined : routes[path];
  if (exact !== undefined) return { handlers: exact, name: '' };
  const cut = path.lastIndexOf('/') + 1;
  const handlers = cut < path.length ? routes[path.slice(0, cut)] : undefined;
  if (handlers === undefined) throw new Refusal('NOT_FOUND', 'There is nothing at this path.');
  try {
    return { handlers, name: decodeURIComponent(path.slice(cut)) };
  } catch {
    throw new Refusal('INVALID_PARAMS', 'The path is not URL-encoded.');
  }
};

async function answer(routes: Routes, request: IncomingMessage): Promise<Reply> {
  const target = request.url ?? '';
  if (!URL.canParse(target, ORIGIN)) throw new Refusal('INVALID_PARAMS', 'The path is malformed.');
  const { pathname, searchParams } = new URL(target, ORIGIN);
  const { handlers, name } = find(routes, pathname);
  const method = request.method ?? '';
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler === undefined) {
    const allowed = Object.keys(handlers).join(', ');
    const message = `Only ${allowed} is understood here, not ${method}.`;
    return { status: 405, headers: { Allow: allowed }, body: { code: 'INVALID_PARAMS', message } };
  }
  const body = method === 'POST' ? await readJsonBody(request) : undefined;
  const key = request.headersDistinct['idempotency-key']?.join(', ');
  return handler({ query: Object.fromEntries(searchParams), key, name, body });
}

/** What is not a refusal is a fault of this provider; its text stays inside. */
const refused = (thrown: unknown): Reply =>
  thrown instanceof Refusal
    ? { status: thrown.status, body: { code: thrown.fault.code, message: thrown.message } }
    : { status: 500, body: { code: 'UNAVAILABLE', message: 'The provider failed.' } };

async function serve(
  routes: Routes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await answer(routes, request).catch(refused);
  // A body that was not read to its end would be taken for the next request.
  if (!request.complete) response.setHeader('Connection', 'close');
  request.resume();
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.writeHead(reply.status, reply.headers);
  response.end(JSON.stringify(reply.body));
}

/** Answers what is not even HTTP. */
const refuseMalformed = (_: Error, socket: Socket): void => {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const head = `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nConnection: close`;
  socket.end(`${head}\r\nContent-Length: ${MALFORMED.length}\r\n\r\n${MALFORMED}`);
};

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const facts = `The sample provider cannot listen on ${host}:${port}: ${cause.message}.`;
      reject(new Fault('CONFIG_INVALID', facts, { cause }));
    });
    server.listen(port, host, resolve);
  });

/**
 * Starts a provider in this process.
 *
 * @throws {Fault} `CONFIG_INVALID` when the port is taken or the state file cannot be used
 */
export async function startSampleProvider(
  options: SampleProviderOptions = {},
): Promise<SampleProvider> {
  const { port = 0, host = '127.0.0.1', world = World.parse({}), stateFile, fault } = options;
  const journal = stateFile === undefined ? memoryJournal() : openJournal(stateFile);
  const book = new OrderBook(journal);
  const routes = withFault(fault, world, providerRoutes(world, book));
  const server = createServer((request, response) => void serve(routes, request, response));
  server.on('clientError', refuseMalformed);
  try {
    await listen(server, port, host);
  } catch (fault) {
    journal.close();
    throw fault;
  }
  const end = async (): Promise<void> => {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    journal.close();
  };
  let ended: Promise<void> | undefined;
  const { port: taken } = server.address() as AddressInfo;
  return { url: `http://${host}:${taken}`, close: () => (ended ??= end()) };
}
