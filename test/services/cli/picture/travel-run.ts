/** A small travel task as the log tells it, event by event, for the picture's tests. */
import { viewTask } from '../../../../machines/task/task-view.ts';
import { labelsFor } from '../../../../services/cli/labels-for.ts';
import { paintFor } from '../../../../services/cli/paint.ts';
import { pictureBlocks } from '../../../../services/cli/picture/picture-blocks.ts';
import type { PictureStyle } from '../../../../services/cli/picture/picture-style.ts';
import type { EventData, LoopEvent } from '../../../../shared/events/catalog.ts';
import { DEFAULT_WEIGHTS, type Evidence } from '../../../../shared/events/shapes.ts';
import {
  accepted,
  BOOK,
  dispatched,
  executed,
  LOOK,
  planStep,
  refOf,
  rejected,
  SPEC,
  type Told,
} from '../../../support/facts.ts';
import { eventOf } from '../../../support/recorded.ts';
import {
  adopted,
  planned,
  planProposed,
  planRequested,
  submitted,
} from '../../../support/task-facts.ts';

/** `fact` as if it had been appended so many milliseconds after the task was submitted. */
export const after = (ms: number, fact: Told): Told => ({
  ...fact,
  at: new Date(Date.parse('2026-12-01T12:00:00.000Z') + ms).toISOString(),
});

export const eventsOf = (facts: readonly Told[]): LoopEvent[] => facts.map((one) => eventOf(one));

const ENGLISH_GOAL = 'Find a flight';

export const styleFor = (goal: string, columns?: number): PictureStyle => ({
  labels: labelsFor(goal),
  paint: paintFor(false),
  columns,
});

/** The picture as lines, without colours. */
export function pictureOf(facts: readonly Told[], goal = ENGLISH_GOAL, columns?: number): string[] {
  const events = eventsOf(facts);
  const view = viewTask(events);
  if (view === undefined) return [];
  return pictureBlocks(view, events, styleFor(goal, columns)).flatMap(({ lines }) => lines);
}

export const ID = '110101199001011234';

const CHEAPEST = {
  from: 's1.flights',
  where: { stock: { gt: 0 } },
  sortBy: 'price',
  take: 'flight_no',
};

const QUERY_FLIGHT = { ...LOOK, name: 'query_flight' };
const QUERY_HOTEL = { ...LOOK, name: 'query_hotel' };
const BOOK_FLIGHT = { ...BOOK, name: 'book_flight' };
export const TOOLS = [QUERY_FLIGHT, QUERY_HOTEL, BOOK_FLIGHT];

const ROUTE = { dep_city: '北京', arr_city: '上海', dep_date: '2026-12-10' };
const STAY = { city: '上海', checkin_date: '2026-12-10', checkout_date: '2026-12-11' };

const STEPS = [
  planStep('s1', { tool: 'query_flight', params: ROUTE }),
  planStep('s2', { tool: 'query_hotel', params: STAY }),
  planStep('s3', {
    tool: 'book_flight',
    params: { flight_no: { $pick: CHEAPEST }, dep_date: '2026-12-10', id_card: ID },
    dependsOn: ['s1'],
  }),
];

const SOURCE =
  '{"from":"s1.flights","sortBy":"price","take":"flight_no","where":{"stock":{"gt":0}}}';

const CONSTRAINTS = [
  { id: 'c1', text: '2026-12-10 (Asia/Shanghai)' },
  { id: 'c2', text: `张三, ID ${ID}` },
];

const proposal = (): Told<'plan.proposed'> => {
  const fact = planProposed(STEPS, 1, TOOLS);
  return { ...fact, data: { ...fact.data, spec: { ...SPEC, constraints: CONSTRAINTS } } };
};

/** From the submission to the first two calls, which run side by side. */
export const BEGUN: readonly Told[] = [
  after(0, submitted()),
  after(1, adopted()),
  after(2, planRequested()),
  after(3, proposal()),
  after(4, planned()),
  after(10, dispatched(refOf('s1'), { tool: 'query_flight', params: ROUTE })),
  after(10, dispatched(refOf('s2'), { tool: 'query_hotel', params: STAY })),
];

const bad = (rule: string, detail: string): Evidence[] => [{ rule, ok: false, detail }];
const fine: Evidence[] = [{ rule: 'status', ok: true, detail: 'success' }];

/** Another city's rows: parameters right, answer wrong. */
export const wrongCity = (attempt = 1, ms = 30): Told =>
  after(
    ms,
    rejected(refOf('s1', attempt), 'result', {
      score: 300,
      weights: DEFAULT_WEIGHTS,
      layers: [
        { layer: 'syntax', score: 1_000, evidence: fine },
        { layer: 'semantics', score: 200, evidence: bad('rows depart there', 'yields false') },
        { layer: 'consistency', score: 0, evidence: bad('dep_city', '广州 is not 北京') },
      ],
    }),
  );

export const flights = (attempt = 1, ms = 71): Told =>
  after(ms, accepted(refOf('s1', attempt), { summary: 'CA1234 ¥1200 · MU5678 ¥800' }));

export const again = (attempt: number, ms = 40): Told =>
  after(ms, dispatched(refOf('s1', attempt), { tool: 'query_flight', params: ROUTE }));

export const hotels = (ms = 48): Told => after(ms, accepted(refOf('s2'), { summary: '如家 ¥400' }));

export const book = (ms = 80): Told =>
  after(
    ms,
    dispatched(refOf('s3'), {
      tool: 'book_flight',
      effect: 'once',
      params: { flight_no: 'MU5678', dep_date: '2026-12-10', id_card: ID },
      bindings: { [SOURCE]: 'MU5678' },
    }),
  );

export const booked = (ms = 99, changed: Partial<EventData<'step.observed'>> = {}): Told =>
  after(
    ms,
    accepted(refOf('s3'), {
      result: { status: 'success', data: { order_no: 'FL-8831' }, error: null },
      ...changed,
    }),
  );

export const ran = (stepId: string, attempt = 1, ms = 20): Told =>
  after(ms, executed(refOf(stepId, attempt)));
