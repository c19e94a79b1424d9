/** What the log tells of each step, gathered: when it ran, what came of each attempt, what followed. */
import type { StepView, TaskView } from '../../../machines/task/task-view.ts';
import type { EventData, EventOf, EventType, LoopEvent } from '../../../shared/events/catalog.ts';
import type { PlanStep } from '../../../shared/events/plan.ts';
import type { Feedback } from '../../../shared/events/shapes.ts';

/** One thing worth a line under its step; `next` is what the router did about it. */
export type Incident =
  | { readonly kind: 'try'; readonly event: EventOf<'step.attemptFailed'> }
  | { readonly kind: 'verdict'; readonly event: EventOf<'step.observed'>; readonly next: Next }
  | {
      readonly kind: 'refused';
      readonly attempt: number;
      readonly feedback: Feedback;
      readonly next: Next;
    }
  | {
      readonly kind: 'cannot';
      readonly event: EventOf<'action.refused' | 'reasoning.refused'>;
      readonly next: Next;
    }
  | { readonly kind: 'lost'; readonly event: EventOf<'step.outcomeUnknown'>; readonly next: Next }
  | { readonly kind: 'probed'; readonly event: EventOf<'step.probed'> }
  | { readonly kind: 'asked'; readonly event: EventOf<'human.requested'> }
  | { readonly kind: 'answered'; readonly event: EventOf<'human.answered'> };

/** The router's move, and what the planner made of it where it was asked. */
export type Next = {
  readonly move: LoopEvent | undefined;
  readonly proposal: EventData<'action.proposed'> | undefined;
};

export type StepTale = {
  readonly view: StepView;
  readonly def: PlanStep | undefined;
  readonly last: EventData<'step.dispatched'> | undefined;
  readonly incidents: readonly Incident[];
  /** Indices into the log of the first call or question and of the last verdict. */
  readonly span: { readonly from: number; readonly to: number } | undefined;
  /** From the first call or question to the last verdict. */
  readonly elapsedMs: number | undefined;
  readonly attempts: number;
  readonly failedTries: number;
};

/** The step that an event is about. */
function stepOf(event: LoopEvent): string | undefined {
  const data = event.data as Partial<Record<string, unknown>>;
  const about = (event.type === 'step.executed' ? data.call : (data.ref ?? data)) as
    | { stepId?: unknown }
    | undefined;
  return typeof about?.stepId === 'string' ? about.stepId : undefined;
}

const MOVES: ReadonlySet<EventType> = new Set([
  'step.dispatched',
  'action.requested',
  'reasoning.requested',
  'action.rejected',
  'check.requested',
  'step.probeRequested',
  'human.requested',
]);
/** Moves about the whole task, which answer for a step when nothing was done about the step itself. */
const ENDS: ReadonlySet<EventType> = new Set(['plan.requested', 'task.failed', 'task.cancelled']);

const NOTHING: Next = { move: undefined, proposal: undefined };

function proposalOf(own: readonly LoopEvent[], attempt: number): Next['proposal'] {
  const found = own.find(
    (event) => event.type === 'action.proposed' && event.data.attempt === attempt,
  );
  return found?.type === 'action.proposed' ? found.data : undefined;
}

function nextAfter(own: readonly LoopEvent[], all: readonly LoopEvent[], at: LoopEvent): Next {
  const later = own.slice(own.indexOf(at) + 1);
  const move =
    later.find(({ type }) => MOVES.has(type)) ??
    all.slice(all.indexOf(at) + 1).find(({ type }) => ENDS.has(type));
  const proposal =
    move?.type === 'action.requested' ? proposalOf(own, move.data.attempt) : undefined;
  return { move, proposal };
}

/** Feedback on the step that was known before this letter; what is beyond was found by the router itself. */
const knownBefore = (own: readonly LoopEvent[], at: LoopEvent): number =>
  own.slice(0, own.indexOf(at)).reduce((known, event) => {
    if (event.type === 'action.requested') return Math.max(known, event.data.feedback.length);
    const isNew =
      (event.type === 'step.observed' && !event.data.accepted) ||
      event.type === 'step.outcomeUnknown' ||
      event.type === 'action.refused' ||
      event.type === 'reasoning.refused';
    return isNew ? known + 1 : known;
  }, 0);

type Log = { readonly own: readonly LoopEvent[]; readonly all: readonly LoopEvent[] };

/** Parameters that were refused before any call show as feedback that no verdict gave. */
function refusedBefore(event: EventOf<'action.requested'>, own: readonly LoopEvent[]): Incident[] {
  const { attempt, feedback } = event.data;
  const next = { move: event, proposal: proposalOf(own, attempt) };
  return feedback
    .slice(knownBefore(own, event))
    .map((one) => ({ kind: 'refused', attempt, feedback: one, next }));
}

function incidentsIn(event: LoopEvent, { own, all }: Log): Incident[] {
  switch (event.type) {
    case 'step.attemptFailed':
      return [{ kind: 'try', event }];
    case 'step.observed':
      return [
        {
          kind: 'verdict',
          event,
          next: event.data.accepted ? NOTHING : nextAfter(own, all, event),
        },
      ];
    case 'action.requested':
      return refusedBefore(event, own);
    case 'action.rejected': {
      const { attempt, feedback } = event.data;
      return [{ kind: 'refused', attempt, feedback, next: nextAfter(own, all, event) }];
    }
    case 'action.refused':
    case 'reasoning.refused':
      return [{ kind: 'cannot', event, next: nextAfter(own, all, event) }];
    case 'step.outcomeUnknown':
      return [{ kind: 'lost', event, next: nextAfter(own, all, event) }];
    case 'step.probed':
      return [{ kind: 'probed', event }];
    case 'human.requested':
      return [{ kind: 'asked', event }];
    case 'human.answered':
      return [{ kind: 'answered', event }];
    default:
      return [];
  }
}

const BEGINNINGS: ReadonlySet<EventType> = new Set(['step.dispatched', 'reasoning.requested']);

function timesOf({ own, all }: Log): Pick<StepTale, 'span' | 'elapsedMs'> {
  const first = own.find(({ type }) => BEGINNINGS.has(type));
  if (first === undefined) return { span: undefined, elapsedMs: undefined };
  const last = own.findLast(({ type }) => type === 'step.observed');
  const from = all.indexOf(first);
  if (last === undefined) return { span: { from, to: all.length }, elapsedMs: undefined };
  const elapsedMs = Date.parse(last.time) - Date.parse(first.time);
  return { span: { from, to: all.indexOf(last) }, elapsedMs };
}

function taleOf(view: StepView, def: PlanStep | undefined, log: Log): StepTale {
  const calls = log.own.flatMap((event) => (event.type === 'step.dispatched' ? [event.data] : []));
  const thoughts = log.own.filter(({ type }) => type === 'reasoning.requested').length;
  return {
    view,
    def,
    last: calls.at(-1),
    incidents: log.own.flatMap((event) => incidentsIn(event, log)),
    ...timesOf(log),
    attempts: calls.length + thoughts,
    failedTries: log.own.filter(({ type }) => type === 'step.attemptFailed').length,
  };
}

/** Which question each answer answers, so that the answer stands under the same step. */
function byStep(events: readonly LoopEvent[]): Map<string, LoopEvent[]> {
  const asked = new Map<string, string>();
  const own = new Map<string, LoopEvent[]>();
  for (const event of events) {
    const stepId =
      event.type === 'human.answered' ? asked.get(event.data.requestId) : stepOf(event);
    if (stepId === undefined) continue;
    if (event.type === 'human.requested') asked.set(event.data.requestId, stepId);
    const list = own.get(stepId);
    if (list === undefined) own.set(stepId, [event]);
    else list.push(event);
  }
  return own;
}

/** @param events of one task, in the order of the log */
export function talesOf(view: TaskView, events: readonly LoopEvent[]): StepTale[] {
  const defs = new Map(
    events.flatMap((event) =>
      event.type === 'plan.proposed' ? event.data.steps.map((def) => [def.id, def] as const) : [],
    ),
  );
  const own = byStep(events);
  return view.steps.map((step) =>
    taleOf(step, defs.get(step.id), { own: own.get(step.id) ?? [], all: events }),
  );
}
