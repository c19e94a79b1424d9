/** Who writes which event to whom, read off the catalogue. */
import { CATALOG, EVENT_TYPES, type EventType } from '../../shared/events/catalog.ts';

/** `to` is the recipient token, `executor` standing for every pool. */
export type Route = { readonly from: string; readonly to: string };

const parse = (text: string): Route => {
  const [from = '', to = ''] = text.split('>');
  return { from, to };
};

export const routesOf = (type: EventType): Route[] => CATALOG[type].routes.map(parse);

export type Conversation = Route & { readonly types: readonly EventType[] };

/** Every pair of writer and reader with what they say, in the catalogue's order. */
export function conversations(): Conversation[] {
  const found = new Map<string, { route: Route; types: EventType[] }>();
  for (const type of EVENT_TYPES) {
    for (const route of routesOf(type)) {
      const key = `${route.from}>${route.to}`;
      const entry = found.get(key) ?? { route, types: [] };
      entry.types.push(type);
      found.set(key, entry);
    }
  }
  return [...found.values()].map(({ route, types }) => ({ ...route, types }));
}
