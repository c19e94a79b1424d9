/**
 * The JSON Schema of one event: its envelope with its data, from the zod schemas that the roles check with.
 *
 * Draft 07, which every AsyncAPI tool has to know. What a newer writer adds is left open, as far as the code
 * leaves it open: only what zod calls strict refuses fields that it does not know.
 */
import { z } from 'zod';
import { CATALOG, type EventType } from '../../shared/events/catalog.ts';
import { Envelope, SCHEMA_VERSION } from '../../shared/events/envelope.ts';
import { Submission } from '../../shared/events/submission.ts';
import { routesOf } from './event-routes.ts';
import { EVENT_SUMMARIES } from './event-summaries.ts';

export type JsonSchema = Record<string, unknown>;

const ID = '[A-Za-z0-9_][A-Za-z0-9_-]{0,63}';
const NAMESPACE = '[a-z][a-z0-9-]{0,31}';
const POOL = '[a-z][a-z0-9-]{0,31}';

const isStrict = (schema: z.core.$ZodType): boolean =>
  (schema._zod.def as z.core.$ZodObjectDef).catchall?._zod.def.type === 'never';

/** @param io `input` for what others write by hand, with its defaults still to be filled in */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const isOpen = zodSchema._zod.def.type === 'object' && !isStrict(zodSchema);
      if (isOpen) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

const head = (name: string, version: number): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: `urn:loopwright:schema:${name}:v${version}`,
  title: name,
});

const escaped = (text: string): string => text.replaceAll('.', '\\.');
const oneOf = (texts: Iterable<string>): string => [...new Set(texts)].join('|');

/** What each type narrows of the envelope that all of them share. */
function narrowed(type: EventType): JsonSchema {
  const routes = routesOf(type);
  const writers = oneOf(routes.map(({ from }) => from));
  const readers = oneOf(routes.map(({ to }) => (to === 'executor' ? `executor-${POOL}` : to)));
  return {
    id: { type: 'string', maxLength: 400, pattern: `^${ID}/${escaped(type)}(/.+)?$` },
    source: { type: 'string', pattern: `^/loopwright/${NAMESPACE}/(${writers})$` },
    type: { const: type },
    subject: { type: 'string', pattern: `^${ID}$`, description: 'The task; _fleet for none.' },
    recipient: { type: 'string', pattern: `^(${readers})$` },
    schemaversion: { const: SCHEMA_VERSION },
    sequence: {
      type: 'string',
      pattern: '^[0-9]+$',
      description: 'Place in the log; exported lines only.',
    },
    data: jsonSchemaOf(CATALOG[type].data, 'output'),
  };
}

export function eventSchema(type: EventType): JsonSchema {
  const envelope = jsonSchemaOf(Envelope, 'output');
  return {
    ...head(type, SCHEMA_VERSION),
    description: EVENT_SUMMARIES[type],
    ...envelope,
    properties: { ...(envelope.properties as JsonSchema), ...narrowed(type) },
  };
}

/** What anybody may publish on `tasks.submit`; intake fills in the rest. */
export const submissionSchema = (): JsonSchema => ({
  ...head('submission', SCHEMA_VERSION),
  description: 'A task as it is handed in: a goal, or a plan, or both.',
  ...jsonSchemaOf(Submission, 'input'),
});
