/** The faults of the provider as a table, and the one place where they get between it and its callers. */
import { type FaultAt, type FaultName, isFaultAt } from '../../faults/fault-names.ts';
import type { Handler, Routes } from '../provider-routes.ts';
import type { World } from '../world.ts';
import { flaky } from './flaky.ts';
import type { Interference } from './interference.ts';
import { slow } from './slow.ts';
import { allSoldOut, cheapestSoldOut } from './sold-out.ts';
import { wrongCity } from './wrong-city.ts';

const nothing =
  (): Interference =>
  ({ asked }, serve) =>
    serve(asked);

/** Each is made anew for each provider, so that "once" means once in a provider's life. */
const INTERFERENCES: Readonly<Record<FaultAt<'provider'>, (world: World) => Interference>> = {
  'wrong-city': wrongCity,
  'sold-out': cheapestSoldOut,
  'sold-out:all': allSoldOut,
  flaky,
  slow: () => slow(),
  'stale-stock': nothing,
  'test-data': nothing,
};

/** @returns the table with the fault before every handler; as it was when the fault is another place's */
export function withFault(
  fault: FaultName | undefined,
  world: World,
  routes: Routes<ReturnType<Handler>>,
): Routes {
  if (fault === undefined || !isFaultAt('provider', fault)) return routes;
  const interfere = INTERFERENCES[fault](world);
  const behind = (path: string, handlers: Readonly<Record<string, Handler>>) =>
    Object.entries(handlers).map(([method, serve]): [string, Routes[string][string]] => [
      method,
      (asked) => interfere({ path, asked }, serve),
    ]);
  return Object.fromEntries(
    Object.entries(routes).map(([path, handlers]) => [
      path,
      Object.fromEntries(behind(path, handlers)),
    ]),
  );
}
