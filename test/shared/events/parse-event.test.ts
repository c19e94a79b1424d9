import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CATALOG, EVENT_TYPES } from '../../../shared/events/catalog.ts';
import { Envelope } from '../../../shared/events/envelope.ts';
import { validatorOf } from '../../../shared/events/event-validators.ts';
import { parseEvent } from '../../../shared/events/parse-event.ts';
import { SAMPLES } from '../../support/samples.ts';

const GOOD = SAMPLES['task.submitted'];
const parse = (event: unknown) => parseEvent(JSON.stringify(event));
const withData = (change: Record<string, unknown>) => ({
  ...GOOD,
  data: { ...GOOD.data, ...change },
});

describe('parseEvent', () => {
  for (const type of EVENT_TYPES) {
    it(`reads ${type} as it was written`, () => {
      expect(parse(SAMPLES[type])).toEqual(JSON.parse(JSON.stringify(SAMPLES[type])));
    });
  }

  const garbage: readonly [string, string, string][] = [
    ['what is no JSON', 'hello', 'not JSON'],
    ['nothing', '', 'not JSON'],
    ['a number', '7', '(whole)'],
    ['null', 'null', '(whole)'],
    ['a list', '[]', '(whole)'],
    ['an empty object', '{}', 'specversion'],
  ];
  for (const [name, text, place] of garbage) {
    it(`I7: refuses ${name}`, () => {
      expect(() => parseEvent(text)).toThrow(expect.objectContaining({ code: 'EVENT_MALFORMED' }));
      expect(() => parseEvent(text)).toThrow(place);
    });
  }

  const malformed: readonly [string, unknown, string][] = [
    ['another specversion', { ...GOOD, specversion: '0.3' }, 'specversion'],
    ['a source of somebody else', { ...GOOD, source: '/elsewhere/lw/client' }, 'source'],
    ['a time that is none', { ...GOOD, time: 'yesterday' }, 'time'],
    ['a schema version that is no number', { ...GOOD, schemaversion: '1' }, 'schemaversion'],
    ['no recipient', { ...GOOD, recipient: undefined }, 'recipient'],
    ['an id that is too long', { ...GOOD, id: 'x'.repeat(500) }, 'id'],
    ['a subject that is no task id', { ...GOOD, subject: 'a.b' }, 'task id'],
    ['an id of another task', { ...GOOD, id: 'tother/task.submitted' }, 'tother/task.submitted'],
    ['an id of another type', { ...GOOD, id: 'tdemo/task.failed' }, 'tdemo/task.failed'],
    ['no payload', { ...GOOD, data: null }, 'tdemo/task.submitted has a wrong payload'],
    ['a payload without a field', withData({ goal: undefined }), 'goal'],
    ['a payload with a wrong value deep inside', withData({ limits: { steps: 0 } }), 'limits.'],
  ];
  for (const [name, event, place] of malformed) {
    it(`I7: refuses an event with ${name}, and names the place`, () => {
      expect(() => parse(event)).toThrow(expect.objectContaining({ code: 'EVENT_MALFORMED' }));
      expect(() => parse(event)).toThrow(place);
    });
  }

  it('I7: calls a newer schema version, or a type that it does not know, too new', () => {
    for (const event of [
      { ...GOOD, schemaversion: 2, data: { quite: 'different' } },
      { ...GOOD, type: 'task.dreamt', id: 'tdemo/task.dreamt' },
      { ...GOOD, type: 'constructor', id: 'tdemo/constructor' },
    ]) {
      expect(() => parse(event)).toThrow(expect.objectContaining({ code: 'EVENT_TOO_NEW' }));
    }
  });

  it('keeps fields that a newer writer added, in envelope and payload', () => {
    const event = { ...withData({ mood: 'good' }), tracestate: 'x=1' };
    expect(parse(event)).toMatchObject({ tracestate: 'x=1', data: { mood: 'good' } });
  });
});

/** Every place inside a value, as the keys that lead there. */
const placesIn = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value !== 'object' || value === null
    ? [path]
    : [path, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))];

const replaced = (value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown => {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
};

const STRANGE = [undefined, null, '', 'x', -1, 0.5, 1e9, true, [], {}, [1], { a: 1 }, '2026-13-01'];

describe('the two validators', () => {
  const mutations = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...STRANGE)), {
    minLength: 1,
    maxLength: 2,
  });
  for (const type of EVENT_TYPES) {
    it(`agree on ${type}, sound and spoilt`, () => {
      const isValid = validatorOf(CATALOG[type].data);
      const sample = JSON.parse(JSON.stringify(SAMPLES[type].data)) as unknown;
      const places = placesIn(sample);
      expect(isValid(sample)).toBe(true);
      fc.assert(
        fc.property(mutations, (row) => {
          let data: unknown = sample;
          for (const [at, by] of row) {
            const path = places[at % places.length]!;
            const isThere =
              path.length === 0 ||
              placesIn(data).some((known) => known.join('/') === path.join('/'));
            if (isThere) data = replaced(data, path, by);
          }
          const read = JSON.parse(JSON.stringify(data ?? null)) as unknown;
          expect(isValid(read), JSON.stringify(read)).toBe(
            CATALOG[type].data.safeParse(read).success,
          );
        }),
        { seed: 9, numRuns: 60 },
      );
    });
  }

  it('agree on the envelope', () => {
    const isValid = validatorOf(Envelope);
    const sample = JSON.parse(JSON.stringify(SAMPLES['task.completed'])) as Record<string, unknown>;
    for (const key of Object.keys(sample)) {
      for (const by of STRANGE) {
        const read = JSON.parse(JSON.stringify({ ...sample, [key]: by })) as unknown;
        expect(isValid(read), `${key} ${by}`).toBe(Envelope.safeParse(read).success);
      }
    }
  });
});
