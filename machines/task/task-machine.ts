/**
 * The agent loop as a chart: idle, thinking, acting, observing, terminated, and waiting for a person or a
 * timer. Facts are folded by the rules' table; the eventless transitions then say where that leaves the
 * task. Effects are none: what is owed is read off the state by `outstanding`.
 */
import { assign, setup } from 'xstate';
import { completeLimits } from '../../shared/events/limits.ts';
import { NOTHING_SPENT } from '../../shared/events/shapes.ts';
import { kernelOf, type State } from '../kernel.ts';
import { evolve } from './task-rules.ts';
import { TASK_FACTS, type TaskContext, type TaskFact, type TaskValue } from './task-state.ts';

/** Recorded with every decision; raise it when a rule changes what a fold yields. */
export const TASK_MACHINE_VERSION = 'task@2';

const initialContext: TaskContext = {
  phase: 'idle',
  submitted: null,
  limits: completeLimits({}, 'auto'),
  grants: {},
  plan: {
    revision: 0,
    stage: 'none',
    unannounced: false,
    feedback: [],
    answers: [],
    asks: null,
    replans: 0,
    refusals: 0,
    later: null,
    waits: 0,
    j: 0,
  },
  spec: null,
  declarations: {},
  steps: [],
  dependents: [],
  blockers: [],
  started: 0,
  answer: { round: 0, stage: 'none', feedback: [], later: null, waits: 0 },
  request: null,
  requests: 0,
  deadline: null,
  reached: null,
  spent: NOTHING_SPENT,
  paused: false,
  pauses: 0,
  stalled: null,
  end: null,
  ended: null,
};

const s = setup({
  types: { context: {} as TaskContext, events: {} as TaskFact },
  guards: {
    thinks: ({ context }) => context.phase === 'thinking',
    acts: ({ context }) => context.phase === 'acting',
    observes: ({ context }) => context.phase === 'observing',
    waits: ({ context }) => context.phase === 'waiting',
    hasEnded: ({ context }) => context.phase === 'terminated',
    // The first terminal event in the log wins; what comes after it is legal and changes nothing.
    isLive: ({ context }) => context.submitted !== null && context.ended === null,
  },
  actions: { fold: assign(({ context, event }) => evolve(context, event)) },
});

const toTerminated = { guard: 'hasEnded', target: 'terminated' } as const;
const toThinking = { guard: 'thinks', target: 'thinking' } as const;
const toActing = { guard: 'acts', target: 'acting' } as const;
const toObserving = { guard: 'observes', target: 'observing' } as const;
const toWaiting = { guard: 'waits', target: 'waiting' } as const;

const live = Object.fromEntries(
  TASK_FACTS.filter((type) => type !== 'task.submitted').map((type) => [
    type,
    { guard: 'isLive' as const, actions: 'fold' as const },
  ]),
);

export const taskMachine = s.createMachine({
  id: 'task',
  context: initialContext,
  initial: 'idle',
  states: {
    idle: { on: { 'task.submitted': { target: 'thinking', actions: 'fold' } } },
    thinking: { on: live, always: [toTerminated, toWaiting, toActing, toObserving] },
    acting: { on: live, always: [toTerminated, toWaiting, toThinking, toObserving] },
    observing: { on: live, always: [toTerminated, toWaiting, toThinking, toActing] },
    waiting: { on: live, always: [toTerminated, toThinking, toActing, toObserving] },
    terminated: { type: 'final' },
  },
});

export const taskKernel = kernelOf<TaskValue, TaskContext, undefined, TaskFact>(taskMachine);

export const initialTask: State<TaskValue, TaskContext> = taskKernel.initial(undefined);
