/** `given(past).when(fact).then...`: one sentence per rule; what is owed is read off the folded state. */
import { expect } from 'vitest';
import { type Owed, outstanding } from '../../machines/task/outstanding.ts';
import { initialTask, taskKernel } from '../../machines/task/task-machine.ts';
import { countsOf } from '../../machines/task/task-row.ts';
import type { End, TaskContext, TaskFact, TaskState } from '../../machines/task/task-state.ts';
import type { LimitsInput } from '../../shared/events/limits.ts';
import type { PlanStep } from '../../shared/events/plan.ts';
import type { Counts } from '../../shared/events/shapes.ts';
import { recordedForms } from './recorded.ts';
import { planned, planProposed, planRequested, submitted } from './task-facts.ts';

/** What is owed, as one line each: `dispatch a.1`, `ask h1 escalation`, `plan r2`. */
const lineOf = (owed: Owed): string => {
  switch (owed.kind) {
    case 'plan':
    case 'announce':
      return `${owed.kind} r${owed.revision}`;
    case 'answer':
      return `answer n${owed.round}`;
    case 'limit':
      return owed.scope === null ? `limit ${owed.limit}` : `limit ${owed.limit} of ${owed.scope}`;
    case 'ask':
      return `ask h${owed.request.number} ${owed.request.kind}`;
    case 'end':
      return owed.end.type;
    default:
      return `${owed.kind} ${owed.ref.stepId}.${owed.ref.attempt}`;
  }
};

const outcome = (state: TaskState) => ({
  state,
  thenOwes: (...lines: string[]) => {
    expect(outstanding(state).map(lineOf)).toEqual(lines);
    return outcome(state);
  },
  thenNothing: () => {
    expect(outstanding(state)).toEqual([]);
    return outcome(state);
  },
  thenEnds: (end: Partial<End> & Record<string, unknown>) => {
    expect(state.context.end).toMatchObject(end);
    return outcome(state);
  },
  thenCounts: (counts: Partial<Counts>) => {
    expect(countsOf(state.context)).toMatchObject(counts);
    return outcome(state);
  },
  thenIs: (value: TaskState['value'], context: Partial<TaskContext> = {}) => {
    expect(state.value).toBe(value);
    expect(state.context).toMatchObject(context);
    return outcome(state);
  },
});

export const given = (...past: TaskFact[]) => {
  const before = taskKernel.fold(initialTask, past);
  return {
    ...outcome(before),
    when: (...facts: TaskFact[]) => outcome(taskKernel.fold(before, facts)),
    /** The router has appended all that it owed. */
    whenPaid: () => outcome(taskKernel.fold(before, recordedForms(before))),
    thenUnchangedBy: (...facts: TaskFact[]) => {
      for (const fact of facts) {
        const { value, context } = taskKernel.step(before, fact);
        expect({ value, context }).toEqual({ value: before.value, context: before.context });
      }
    },
  };
};

/** The past of a task whose plan is known and announced. */
export const planOf = (steps: readonly PlanStep[], limits: LimitsInput = {}): TaskFact[] => [
  submitted(limits),
  planRequested(),
  planProposed(steps),
  planned(),
];
