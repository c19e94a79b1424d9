/** `wrong-city`: once, whoever asks for one city is given the rows of another one, which say so. */
import type { Handler, Reply } from '../provider-routes.ts';
import { Refusal } from '../refusal.ts';
import { findCity, type World } from '../world.ts';
import type { Interference, Request } from './interference.ts';
import { replaceField } from './replace-field.ts';

/** Where a question names the city, and where its rows do. */
const CITY_FIELDS: Readonly<Record<string, { asked: string; told: string }>> = {
  '/flights': { asked: 'depCity', told: 'dep_city' },
  '/hotels': { asked: 'city', told: 'city' },
  '/weather': { asked: 'city', told: 'city' },
};

const hasRows = ({ body }: Reply): boolean =>
  Object.values(body as object).every((value) => !Array.isArray(value) || value.length > 0);

/** The answer to the same question about another city; undefined when that city has no rows. */
const answerAbout = (city: string, { path, asked }: Request, serve: Handler): Reply | undefined => {
  const field = CITY_FIELDS[path]?.asked ?? '';
  try {
    const reply = serve({ ...asked, query: { ...asked.query, [field]: city } });
    return hasRows(reply) ? reply : undefined;
  } catch (failure) {
    if (failure instanceof Refusal) return undefined;
    throw failure;
  }
};

const firstAnswerAbout = (
  cities: readonly string[],
  request: Request,
  serve: Handler,
): Reply | undefined => {
  for (const city of cities) {
    const reply = answerAbout(city, request, serve);
    if (reply !== undefined) return reply;
  }
  return undefined;
};

export function wrongCity(world: World): Interference {
  let isDone = false;
  return (request, serve) => {
    const right = serve(request.asked);
    const fields = CITY_FIELDS[request.path];
    if (isDone || fields === undefined) return right;
    const city = findCity(world, request.asked.query[fields.asked] ?? '');
    const others = world.cities.filter((other) => other !== city).map(({ name }) => name);
    // In a small world no other city may have rows: then the right ones say that they are another's.
    const wrong = firstAnswerAbout(others, request, serve) ?? {
      ...right,
      body: replaceField(right.body, fields.told, others[0]),
    };
    if (others.length === 0 || !hasRows(wrong)) return right;
    isDone = true;
    return wrong;
  };
}
