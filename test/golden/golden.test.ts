// Files are added here, never edited: what was once written has to be readable for ever.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { factOf } from '../../machines/task/fact-of.ts';
import { countsOf } from '../../machines/task/task-row.ts';
import { foldTask, viewTask } from '../../machines/task/task-view.ts';
import { verifyTask } from '../../machines/task/verify-task.ts';
import { EVENT_TYPES } from '../../shared/events/catalog.ts';
import { SCHEMA_VERSION } from '../../shared/events/envelope.ts';
import { parseEvent } from '../../shared/events/parse-event.ts';

const folder = (name: string): URL => new URL(`./${name}/`, import.meta.url);
const textOf = (name: string, file: string): string =>
  readFileSync(new URL(file, folder(name)), 'utf8');
const samples = readdirSync(folder('events')).toSorted();
const NAME = /^(?<type>[a-z]+\.[A-Za-z]+)\.v(?<version>\d+)\.json$/;

describe('recorded events', () => {
  it('are there for every type in its present version, and for no other', () => {
    const now = EVENT_TYPES.map((type) => `${type}.v${SCHEMA_VERSION}.json`);
    const older = samples.filter(
      (file) => Number(NAME.exec(file)?.groups?.version) < SCHEMA_VERSION,
    );
    expect(samples).toEqual([...now, ...older].toSorted());
  });

  for (const file of samples) {
    it(`${file} is read by today's code`, () => {
      const text = textOf('events', file);
      const event = parseEvent(text);
      expect(event.type).toBe(NAME.exec(file)?.groups?.type);
      expect(event).toEqual(JSON.parse(text));
      expect(() => factOf(event)).not.toThrow();
    });
  }
});

const runs = readdirSync(folder('runs')).toSorted();

const readRun = (file: string) =>
  textOf('runs', file)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const event = parseEvent(line) as ReturnType<typeof parseEvent> & { sequence: string };
      return { event, sequence: Number(event.sequence) };
    });

describe('recorded runs', () => {
  it('are there', () => {
    expect(runs).toContain('diamond.jsonl');
  });

  for (const file of runs) {
    const run = readRun(file);
    const events = run.map(({ event }) => event);

    it(`I1: ${file} folds to the end that was recorded`, () => {
      const end = events.at(-1);
      if (end?.type !== 'task.completed')
        throw new Error(`${file} does not end with task.completed`);
      const state = foldTask(events);
      expect(state.value).toBe('terminated');
      expect(countsOf(state.context)).toEqual(end.data.counts);
      expect(viewTask(events)?.row).toMatchObject({ status: 'completed', counts: end.data.counts });
    });

    it(`${file} agrees with every hash that was recorded in it`, () => {
      const { problems, decisions } = verifyTask(run);
      expect(problems).toEqual([]);
      expect(decisions).toBeGreaterThan(0);
    });

    it(`${file} is in the order of the log, each id once`, () => {
      const sequences = run.map(({ sequence }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    });
  }

  it('diamond.jsonl ran b and c side by side, between a and d', () => {
    const order = readRun('diamond.jsonl').flatMap(({ event }) =>
      event.type === 'step.dispatched' || event.type === 'step.observed'
        ? [`${event.type.slice(5)} ${event.data.stepId}`]
        : [],
    );
    expect(order.slice(0, 4)).toEqual([
      'dispatched a',
      'observed a',
      'dispatched b',
      'dispatched c',
    ]);
    expect(order.slice(-2)).toEqual(['dispatched d', 'observed d']);
  });
});
