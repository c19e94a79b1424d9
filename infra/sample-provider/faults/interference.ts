/** What a fault is to the provider: something that stands between a request and the handler for it. */
import type { Asked, Handler, Reply } from '../provider-routes.ts';

export type Request = { readonly path: string; readonly asked: Asked };

/** @param serve what answers when nothing goes wrong */
export type Interference = (request: Request, serve: Handler) => Reply | Promise<Reply>;

const OTHER_PATHS = new Set(['/health', '/effects', '/orders/']);

/** False for what only looks after the provider: a fault that hid an order would be one of its own. */
export const isDataRequest = ({ path }: Request): boolean => !OTHER_PATHS.has(path);
