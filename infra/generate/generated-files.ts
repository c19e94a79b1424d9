/** All that is generated, as text, and what on disk differs from it. Nothing here writes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { EVENT_TYPES } from '../../shared/events/catalog.ts';
import { asyncapiDocument } from './asyncapi-document.ts';
import { schemaFile } from './asyncapi-parts.ts';
import { eventSchema, type JsonSchema, submissionSchema } from './event-schema.ts';

const ASYNCAPI = 'infra/asyncapi.yaml';
const SCHEMAS = 'infra/schemas';

const HEADER = '# Made by `npm run generate` from shared/events; change it there.\n';

const jsonText = (schema: JsonSchema): string => `${JSON.stringify(schema, null, 2)}\n`;

/** @returns texts by path below the project's root; the same sources give the same bytes */
export function generatedFiles(): ReadonlyMap<string, string> {
  const events = EVENT_TYPES.map((type) => [type, eventSchema(type)] as const);
  const schemas = [...events, ['submission', submissionSchema()] as const];
  const options = { aliasDuplicateObjects: false, lineWidth: 100 };
  return new Map([
    [ASYNCAPI, `${HEADER}${stringify(asyncapiDocument(), options)}`],
    ...schemas.map(([name, schema]) => [`infra/${schemaFile(name)}`, jsonText(schema)] as const),
  ]);
}

/** Schemas of events that no longer exist. */
export function leftOver(root: string, wanted: ReadonlyMap<string, string>): string[] {
  const folder = join(root, SCHEMAS);
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder).map((name) => `${SCHEMAS}/${name}`);
  return found.filter((path) => !wanted.has(path)).sort();
}

/** @returns the paths that are missing, differ, or should not be there */
export function staleFiles(root: string): string[] {
  const wanted = generatedFiles();
  const isCurrent = ([path, text]: readonly [string, string]): boolean => {
    const place = join(root, path);
    return existsSync(place) && readFileSync(place, 'utf8') === text;
  };
  const stale = [...wanted].filter((entry) => !isCurrent(entry)).map(([path]) => path);
  return [...stale, ...leftOver(root, wanted)];
}

/** The nearest folder above that has a package.json: this may run from `dist/`. */
export function projectRoot(from: string): string {
  if (existsSync(join(from, 'package.json')) || dirname(from) === from) return from;
  return projectRoot(dirname(from));
}
