// Each fault ends as WIRE.md section 8 says, its class and its correction are in the log, and nothing happens
// twice. A later fault is one more row.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultName, sampleOfFault } from '../../infra/faults/fault-names.ts';
import { classOfError } from '../../machines/observer/error-class.ts';
import { sampleSentence } from '../../services/cli/sample-sentences.ts';
import type { EventOf, EventType, LoopEvent } from '../../shared/events/catalog.ts';
import type { ErrorClass } from '../../shared/events/shapes.ts';
import { type Run, SampleSystem } from '../support/sample-system.ts';

let system: SampleSystem;
beforeAll(async () => {
  system = await SampleSystem.start();
});
afterAll(() => system.stop());

async function runFault(fault: FaultName): Promise<Run> {
  await system.enter({}, { fault });
  return system.run(
    sampleSentence(sampleOfFault(fault), new Date().toISOString(), 'Asia/Shanghai'),
  );
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
  'wrong-recipient': { said: 'question', class: 'parameter', corrected: 'step.dispatched' },
  fabricated: { said: 'answer', class: 'result', corrected: 'answer.requested' },
};

/** The step or plan that something is about, so that a correction is looked for in the right place. */
const aboutOf = (event: LoopEvent): unknown => {
  const data = event.data as Record<string, unknown>;
  const call = (data.call ?? data) as Record<string, unknown>;
  return call.stepId;
};

const isAbout = (event: LoopEvent, said: LoopEvent): boolean =>
  aboutOf(event) === undefined || aboutOf(said) === undefined || aboutOf(event) === aboutOf(said);

const EFFECTS = { travel: ['flight 1', 'hotel 1'], weather: [], report: [] } as const;

function completes({ view, orders }: Run, fault: FaultName): void {
  const { result } = view;
  expect(result?.type, JSON.stringify(result?.data)).toBe('task.completed');
  if (result?.type !== 'task.completed') return;
  expect(result.data.answer).not.toBe('');
  expect(result.data.decisions).not.toEqual([]);
  expect(orders.map(({ kind, effects }) => `${kind} ${effects}`).sort()).toEqual(
    EFFECTS[sampleOfFault(fault)],
  );
}

describe('a fault', () => {
  it.each(Object.entries(ROWS) as [FaultName, Row][])('%s is corrected', async (fault, row) => {
    const run = await runFault(fault);
    const { events, view, orders } = run;
    const said = SAYINGS[row.said](events).filter(({ class: cls }) => cls === row.class);
    expect(said, JSON.stringify(view.result)).not.toEqual([]);
    const first = said[0]!.event;
    const later = events.slice(events.indexOf(first) + 1);
    const corrections = later.filter(
      (event) => event.type === row.corrected && isAbout(event, first),
    );
    expect(corrections).not.toEqual([]);
    if (row.failsAs === undefined) {
      completes(run, fault);
      return;
    }
    expect(view.result).toMatchObject({ type: 'task.failed', data: { class: row.failsAs } });
    expect(orders).toEqual([]);
  });

  it.each(['bad-date', 'wrong-recipient'] as const)(
    '%s gets no verdict: it never comes to a call',
    async (fault) => {
      const { events } = await runFault(fault);
      expect(SAYINGS.verdict(events)).toEqual([]);
    },
  );
});
