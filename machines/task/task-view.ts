/** What a person is shown of a task: folded from its whole log, observing steps included. */
import type { EventOf, LoopEvent, TerminalType } from '../../shared/events/catalog.ts';
import { isTerminal } from '../../shared/events/catalog.ts';
import type { TaskRow } from '../../shared/events/router-events.ts';
import type { Layer } from '../../shared/events/step-events.ts';
import type { StepState } from '../step/step-state.ts';
import { factOf } from './fact-of.ts';
import { toolOf } from './step-facts.ts';
import { initialTask, taskKernel } from './task-machine.ts';
import { rowOf } from './task-row.ts';
import type { TaskState } from './task-state.ts';

export type StepStatus =
  | 'waiting'
  | 'thinking'
  | 'acting'
  | 'observing'
  | 'accepted'
  | 'failed'
  | 'skipped'
  | 'cancelled';

export type StepView = {
  readonly id: string;
  readonly revision: number;
  readonly tool: string | null;
  readonly description: string;
  readonly dependsOn: readonly string[];
  readonly status: StepStatus;
  readonly attempt: number;
  readonly score: number | null;
  readonly params: Record<string, unknown>;
  readonly summary: string;
  /** The last verdict's layers, when there is one. */
  readonly layers: readonly Layer[];
  readonly feedback: string | null;
};

export type TaskView = {
  readonly id: string;
  readonly row: TaskRow;
  readonly submittedAt: string | null;
  readonly endedAt: string | null;
  readonly revision: number;
  readonly steps: readonly StepView[];
  /** The question that waits for a person. */
  readonly request: EventOf<'human.requested'>['data'] | null;
  readonly result: EventOf<TerminalType> | null;
  readonly stalled: string | null;
};

const stepStatusOf = ({ value, context }: StepState): StepStatus => {
  if (value === 'terminated') return context.outcome ?? 'cancelled';
  return value === 'idle' ? 'waiting' : value;
};

const lastVerdicts = (
  events: readonly LoopEvent[],
): Map<string, EventOf<'step.observed'>['data']> =>
  new Map(
    events.flatMap((event) =>
      event.type === 'step.observed' ? [[event.data.stepId, event.data] as const] : [],
    ),
  );

function stepViews(state: TaskState, events: readonly LoopEvent[]): StepView[] {
  const verdicts = lastVerdicts(events);
  return state.context.steps.map((step) => {
    const { def, revision, attempt, score, params, summary, feedback } = step.context;
    return {
      id: def.id,
      revision,
      tool: toolOf(step),
      description: def.description,
      dependsOn: def.dependsOn,
      status: stepStatusOf(step),
      attempt,
      score,
      params,
      summary,
      layers: verdicts.get(def.id)?.layers ?? [],
      feedback: feedback.at(-1)?.message ?? null,
    };
  });
}

const openRequest = (state: TaskState, events: readonly LoopEvent[]): TaskView['request'] => {
  const { request } = state.context;
  if (request?.stage !== 'sent') return null;
  const asked = events.findLast(
    (event) => event.type === 'human.requested' && event.data.requestId === `h${request.number}`,
  );
  return asked?.type === 'human.requested' ? asked.data : null;
};

export const foldTask = (events: readonly LoopEvent[]): TaskState =>
  taskKernel.fold(
    initialTask,
    events.flatMap((event) => factOf(event) ?? []),
  );

/** @param events of one task, in stream order; undefined is returned when it was never submitted */
export function viewTask(events: readonly LoopEvent[]): TaskView | undefined {
  const submitted = events.find((event) => event.type === 'task.submitted');
  if (submitted === undefined) return undefined;
  const state = foldTask(events);
  const result = events.find(isTerminal) ?? null;
  return {
    id: submitted.subject,
    row: rowOf(state),
    submittedAt: submitted.time,
    endedAt: result?.time ?? null,
    revision: state.context.plan.revision,
    steps: stepViews(state, events),
    request: openRequest(state, events),
    result,
    stalled: state.context.stalled,
  };
}
