// What is generated is what is on disk, names every event, and fits the events that the code writes.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { projectRoot, staleFiles } from '../../../infra/generate/generated-files.ts';
import { CATALOG, EVENT_TYPES, type LoopEvent } from '../../../shared/events/catalog.ts';
import { completeLimits } from '../../../shared/events/limits.ts';
import { newEvent } from '../../../shared/events/new-event.ts';
import { parseEvent } from '../../../shared/events/parse-event.ts';
import { DEFAULT_WEIGHTS, NOTHING_SPENT } from '../../../shared/events/shapes.ts';

const ROOT = projectRoot(import.meta.dirname);
const textOf = (path: string): string => readFileSync(`${ROOT}/infra/${path}`, 'utf8');

const Reference = z.object({ $ref: z.string() });
const Document = z.object({
  asyncapi: z.literal('3.0.0'),
  channels: z.record(
    z.string(),
    z.object({ address: z.string().nullable(), messages: z.record(z.string(), Reference) }),
  ),
  operations: z.record(
    z.string(),
    z.object({
      action: z.enum(['send', 'receive']),
      channel: Reference,
      messages: z.array(Reference),
    }),
  ),
  components: z.object({ messages: z.record(z.string(), z.unknown()) }),
});

const document = parse(textOf('asyncapi.yaml')) as unknown;
const asyncapi = Document.parse(document);

const addressOf = (route: string): string => {
  const [from, to] = route.split('>');
  if (to === 'claim') return `{namespace}.ev.${from}.claim.{taskId}.{stepKey}`;
  return `{namespace}.ev.${from}.${to === 'executor' ? 'executor-{pool}' : to}.{taskId}`;
};

test('what is on disk is what `npm run generate` makes of shared/events', () => {
  expect(staleFiles(ROOT), 'run: npm run generate').toEqual([]);
});

test.each(EVENT_TYPES)('asyncapi.yaml names %s on each of its routes, and nowhere else', (type) => {
  const named = Object.values(asyncapi.channels)
    .filter(({ messages }) => Object.hasOwn(messages, type))
    .map(({ address }) => address);
  const routes: readonly string[] = CATALOG[type].routes;
  expect(named.sort()).toEqual(routes.map(addressOf).sort());
});

test('every event has a writer among the roles, and a reader unless it is for the history', () => {
  const routes = new Set(EVENT_TYPES.flatMap((type): readonly string[] => CATALOG[type].routes));
  for (const route of routes) {
    const [from, to] = route.split('>');
    const about = Object.values(asyncapi.operations).filter(
      ({ channel }) => channel.$ref === `#/channels/ev.${from}.${to}`,
    );
    expect(about.filter(({ action }) => action === 'send')).toHaveLength(1);
    const readers = about.filter(({ action }) => action === 'receive');
    expect(readers.length > 0).toBe(to !== 'log');
  }
});

test('every reference of asyncapi.yaml leads somewhere', () => {
  const references = [...textOf('asyncapi.yaml').matchAll(/\$ref: "?([^"\n]+)"?/g)];
  expect(references.length).toBeGreaterThan(100);
  for (const [, reference = ''] of references) {
    if (!reference.startsWith('#/')) {
      expect(() => JSON.parse(textOf(reference))).not.toThrow();
      continue;
    }
    const found = reference
      .slice(2)
      .split('/')
      .reduce((at: unknown, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    expect(found, reference).toBeDefined();
  }
});

const schemaOf = (name: string): object => JSON.parse(textOf(`schemas/${name}.v1.json`)) as object;
const validatorFor = (name: string) => {
  const ajv = new Ajv({ strict: false });
  formats.default(ajv);
  return ajv.compile(schemaOf(name));
};

const WHEN = '2027-06-01T08:00:00.000Z';
const ref = { revision: 1, stepId: 's1', attempt: 1 };
const spec = { goal: 'count', constraints: [], context: '', requiredTools: [], language: 'en' };

const submitted = newEvent(
  'lw',
  {
    type: 'task.submitted',
    taskId: 't1',
    from: 'client',
    to: 'router',
    data: {
      goal: 'count',
      mode: 'auto',
      limits: completeLimits({}, 'auto'),
      weights: DEFAULT_WEIGHTS,
      input: {},
      now: WHEN,
      timeZone: 'Europe/Berlin',
      bodyHash: 'abc',
    },
  },
  WHEN,
);

const dispatched = newEvent(
  'lw',
  {
    type: 'step.dispatched',
    taskId: 't1',
    key: 'r1.s1.a1',
    from: 'router',
    to: 'executor-default',
    decided: { at: 3, stateHash: '0123456789abcdef', machine: 'task@1' },
    data: {
      ...ref,
      tool: 'count',
      toolVersion: '1',
      pool: 'default',
      params: { by: 1 },
      bindings: {},
      effect: 'once',
      idempotencyKey: 't1.s1.0123',
      timeoutMs: 3_000,
      retry: { tries: 3, backoffMs: 100, maxBackoffMs: 1_000 },
      deadlineAt: WHEN,
      intent: '',
      expect: [{ rule: 'counted', test: 'data.count = 1', layer: 'semantics' }],
      resultSchema: {},
      emptyIsSuccess: false,
      volatile: [],
      polling: false,
      summary: null,
      spec,
      results: {},
      weights: DEFAULT_WEIGHTS,
    },
  },
  WHEN,
);

const observed = newEvent(
  'lw',
  {
    type: 'step.observed',
    taskId: 't1',
    key: 'r1.s1.a1.v1',
    from: 'observer',
    to: 'router',
    data: {
      ...ref,
      check: 1,
      accepted: true,
      score: 1000,
      layers: [{ layer: 'syntax', score: 1000, evidence: [] }],
      weights: DEFAULT_WEIGHTS,
      judgedBy: 'rules',
      tool: 'count',
      params: {},
      result: { status: 'success', data: { count: 1 }, error: null },
      tries: 1,
      summary: 'counted to 1',
      conclusion: 'counted to 1',
      spent: NOTHING_SPENT,
    },
  },
  WHEN,
);

const samples: LoopEvent[] = [submitted, dispatched, observed];

test.each(samples)('an event $type fits its schema, and is read by the roles', (sample) => {
  const validate = validatorFor(sample.type);
  expect(validate(sample), JSON.stringify(validate.errors)).toBe(true);
  expect(parseEvent(JSON.stringify(sample))).toEqual(sample);
});

test.each(samples)('a field that a newer writer adds to $type is no offence', (sample) => {
  const validate = validatorFor(sample.type);
  const newer = { ...sample, sequence: '7', dataref: 'x', data: { ...sample.data, later: true } };
  expect(validate(newer), JSON.stringify(validate.errors)).toBe(true);
});

test.each([
  ['the type of another event', { type: 'task.failed' }],
  ['an id of another event', { id: 't1/task.failed' }],
  ['a writer that may not write it', { source: '/loopwright/lw/executor' }],
  ['a reader that does not get it', { recipient: 'planner' }],
  ['no payload', { data: undefined }],
  ['a schema version to come', { schemaversion: 2 }],
])('the schema of task.submitted refuses %s', (_what, change) => {
  expect(validatorFor('task.submitted')({ ...submitted, ...change })).toBe(false);
});

test('the examples are submissions', () => {
  const validate = validatorFor('submission');
  for (const name of ['diamond', 'travel', 'weekly-report']) {
    const plan = JSON.parse(textOf(`examples/${name}.json`)) as unknown;
    expect(validate({ plan }), JSON.stringify(validate.errors)).toBe(true);
  }
  expect(validate({ goal: 'x', limitz: {} })).toBe(false);
});
