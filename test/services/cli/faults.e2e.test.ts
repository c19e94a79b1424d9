// `start --once --fault F`: each fault ends as WIRE.md section 8 says, its class and its correction are in the
// log, and nothing happens twice. A later fault is one more row.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultName } from '../../../infra/faults/fault-names.ts';
import { classOfError } from '../../../machines/observer/error-class.ts';
import type { EventOf, EventType, LoopEvent } from '../../../shared/events/catalog.ts';
import type { ErrorClass } from '../../../shared/events/shapes.ts';
import { CliHome, type Ended, type Json } from './run-cli.ts';

let home: CliHome;
beforeAll(() => {
  home = new CliHome();
});
afterAll(() => home.close());

type Run = { readonly ended: Ended; readonly events: readonly LoopEvent[]; readonly result: Json };

async function runFault(fault: FaultName): Promise<Run> {
  const ended = await home.run(['start', '--once', '--json', '--fault', fault]);
  const events = ended.lines.filter(({ specversion }) => specversion === '1.0') as never;
  return { ended, events, result: ended.lines.at(-1) ?? { type: 'nothing' } };
}

const ofType = <T extends EventType>(events: readonly LoopEvent[], type: T): EventOf<T>[] =>
  events.filter((event): event is EventOf<T> => event.type === type);

/** Where the log says the class, each with the event that says it. */
const SAYINGS = {
  verdict: (events: readonly LoopEvent[]) =>
    ofType(events, 'step.observed')
      .filter(({ data }) => !data.accepted)
      .map((event) => ({ event, class: event.data.class as string })),
  /** Refused by the router before any call: feedback of the next question to the planner. */
  question: (events: readonly LoopEvent[]) =>
    ofType(events, 'action.requested').flatMap((event) =>
      event.data.feedback.map(({ class: cls }) => ({ event, class: cls as string })),
    ),
  plan: (events: readonly LoopEvent[]) =>
    ofType(events, 'plan.refused').map((event) => ({ event, class: event.data.class as string })),
  try: (events: readonly LoopEvent[]) =>
    ofType(events, 'step.attemptFailed').map((event) => ({
      event,
      class: classOfError(event.data.error) as string,
    })),
  answer: (events: readonly LoopEvent[]) =>
    ofType(events, 'answer.observed')
      .filter(({ data }) => !data.accepted)
      .map((event) => ({ event, class: event.data.feedback?.class as string })),
} as const;

type Row = {
  readonly said: keyof typeof SAYINGS;
  readonly class: ErrorClass;
  /** What follows in the log. */
  readonly corrected: EventType;
  /** Of a task that does not complete. */
  readonly failsAs?: ErrorClass;
};

const ROWS: Partial<Record<FaultName, Row>> = {
  'wrong-city': { said: 'verdict', class: 'result', corrected: 'step.dispatched' },
  'wrong-params': { said: 'verdict', class: 'parameter', corrected: 'action.requested' },
  'bad-date': { said: 'question', class: 'parameter', corrected: 'step.dispatched' },
  'wrong-tool': { said: 'verdict', class: 'tool', corrected: 'action.requested' },
  'missing-step': { said: 'plan', class: 'plan', corrected: 'plan.requested' },
  'sold-out': { said: 'verdict', class: 'parameter', corrected: 'action.requested' },
  'sold-out:all': {
    said: 'question',
    class: 'parameter',
    corrected: 'task.failed',
    failsAs: 'infeasible',
  },
  flaky: { said: 'try', class: 'transient', corrected: 'step.executed' },
  slow: { said: 'try', class: 'transient', corrected: 'step.executed' },
};

/** A call that the provider refused is counted there too, and had no effect. */
const effectsOf = ({ ended }: Run): Json[] =>
  ((ended.lines.find(({ type }) => type === 'effects')?.effects ?? []) as Json[]).filter(
    ({ effects }) => effects !== 0,
  );

/** The step or plan that something is about, so that a correction is looked for in the right place. */
const aboutOf = (event: LoopEvent): unknown => {
  const data = event.data as Record<string, unknown>;
  const call = (data.call ?? data) as Record<string, unknown>;
  return call.stepId;
};

const isAbout = (event: LoopEvent, said: LoopEvent): boolean =>
  aboutOf(event) === undefined || aboutOf(said) === undefined || aboutOf(event) === aboutOf(said);

function completes({ ended, result }: Run, effects: readonly Json[]): void {
  expect(result).toMatchObject({ type: 'result', status: 'completed' });
  expect(result.answer).not.toBe('');
  expect(result.decisions).not.toEqual([]);
  expect(ended.code).toBe(0);
  expect(effects.map(({ kind }) => kind).sort()).toEqual(['flight', 'hotel']);
}

describe('a fault', () => {
  it.each(Object.entries(ROWS) as [FaultName, Row][])('%s is corrected', async (fault, row) => {
    const run = await runFault(fault);
    const { events, result, ended } = run;
    const said = SAYINGS[row.said](events).filter(({ class: cls }) => cls === row.class);
    expect(said, JSON.stringify(result)).not.toEqual([]);
    const first = said[0]!.event;
    const later = events.slice(events.indexOf(first) + 1);
    const corrections = later.filter(
      (event) => event.type === row.corrected && isAbout(event, first),
    );
    expect(corrections).not.toEqual([]);
    const effects = effectsOf(run);
    for (const effect of effects) expect(effect).toMatchObject({ effects: 1 });
    if (row.failsAs === undefined) {
      completes(run, effects);
      return;
    }
    expect(result).toMatchObject({ type: 'result', status: 'failed', class: row.failsAs });
    expect(result.reason).not.toBe('');
    expect(result.cure).not.toBe('');
    expect(ended.code).toBe(5);
  });
});

it('needs no verdict to refuse a date that is none: it never gets as far as a call', async () => {
  const { events } = await runFault('bad-date');
  expect(SAYINGS.verdict(events)).toEqual([]);
});
