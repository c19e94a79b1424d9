/** `slow`: the first data request is handled at once, but its answer comes later than a tool waits. */
import { setTimeout as after } from 'node:timers/promises';
import type { Handler, Reply } from '../provider-routes.ts';
import { type Interference, isDataRequest, type Request } from './interference.ts';

/** Longer than the three seconds that a tool has by default. */
export const SLOW_MS = 4_500;

/** A timer that no ending process waits for. */
const slowly = (): Promise<void> => after(SLOW_MS, undefined, { ref: false });

/** @param wait passes the time; the default takes `SLOW_MS` */
export function slow(wait: () => Promise<void> = slowly): Interference {
  let isFirst = true;
  const late = async ({ asked }: Request, serve: Handler): Promise<Reply> => {
    try {
      return serve(asked);
    } finally {
      await wait();
    }
  };
  return (request, serve) => {
    if (!isFirst || !isDataRequest(request)) return serve(request.asked);
    isFirst = false;
    return late(request, serve);
  };
}
