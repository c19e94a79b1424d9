/**
 * The chart of one step. It decides what is legal when; what each fact changes is in `step-rules.ts`.
 * `observing` is reached only by a fold of the whole log: the router does not see `step.executed`.
 */
import { assign, setup } from 'xstate';
import { kernelOf } from '../kernel.ts';
import {
  answered,
  asked,
  dispatched,
  freshStep,
  isAbout,
  isNextCall,
  isNextQuestion,
  judged,
  lost,
  probed,
  proposed,
  refused,
  rejected,
} from './step-rules.ts';
import type { About, StepContext, StepFact, StepValue } from './step-state.ts';

type Input = Pick<StepContext, 'def' | 'revision'>;

const NO_STEP = {
  id: '-',
  description: '',
  tool: null,
  params: {},
  dependsOn: [],
  expect: [],
  intent: '',
};

type Fact<T extends StepFact['type']> = Extract<StepFact, { type: T }>;

const s = setup({
  types: { context: {} as StepContext, events: {} as StepFact, input: {} as Input },
  guards: {
    isCurrent: ({ context, event }) => matches(event, (ref) => isAbout(context, ref)),
    isNextCall: ({ context, event }) => matches(event, (ref) => isNextCall(context, ref)),
    isNextQuestion: ({ context, event }) => matches(event, (ref) => isNextQuestion(context, ref)),
    // A verdict is folded once: a duplicate carries a check that was counted already.
    isNewAccepted: ({ context, event }) => isNewVerdict(context, event) && event.data.accepted,
    isNewVerdict: ({ context, event }) => isNewVerdict(context, event),
    isDue: ({ context, event }) =>
      event.type === 'order.timerFired' && event.timerId === context.later?.timerId,
    isUnsettled: ({ context, event }) =>
      context.unsettled && matches(event, (ref) => isAbout(context, ref)),
    isOpen: ({ context }) => context.outcome === null,
    accepts: ({ context, event }) =>
      event.type === 'order.answered' && answered(context, event).outcome === 'accepted',
  },
  actions: {
    dispatched: assign(({ context }, fact: Fact<'step.dispatched'>) => dispatched(context, fact)),
    asked: assign(({ context }, fact: About<'action.requested' | 'reasoning.requested'>) =>
      asked(context, fact),
    ),
    proposed: assign(({ context }, fact: Fact<'action.proposed'>) => proposed(context, fact)),
    refused: assign(({ context }, fact: About<'action.refused' | 'reasoning.refused'>) =>
      refused(context, fact),
    ),
    rejected: assign(({ context }, fact: Fact<'action.rejected'>) => rejected(context, fact)),
    judged: assign(({ context }, fact: Fact<'step.observed'>) => judged(context, fact)),
    lost: assign(({ context }, fact: Fact<'step.outcomeUnknown'>) => lost(context, fact)),
    probed: assign(({ context }, fact: Fact<'step.probed'>) => probed(context, fact)),
    answered: assign(({ context }, fact: Fact<'order.answered'>) => answered(context, fact)),
    personAsked: assign({ need: null }),
    probeAsked: assign({ need: null, probed: ({ context }) => context.attempt }),
    resume: assign(({ context }) => ({ need: context.later?.need ?? 'dispatch', later: null })),
    end: assign((_, fact: Fact<'order.end'>) => ({
      outcome: fact.outcome,
      need: null,
      later: null,
      failure: fact.failure,
    })),
  },
});

type AttemptRef = { readonly revision: number; readonly attempt: number };

/** Orders and rechecks are about no attempt of their own. */
function matches(event: StepFact, test: (ref: AttemptRef) => boolean): boolean {
  return 'data' in event && 'attempt' in event.data && test(event.data);
}

function isNewVerdict(context: StepContext, event: StepFact): event is Fact<'step.observed'> {
  return (
    event.type === 'step.observed' &&
    isAbout(context, event.data) &&
    event.data.check > context.checks
  );
}

const judgement = [
  {
    guard: 'isNewAccepted',
    target: 'terminated',
    actions: { type: 'judged', params: ({ event }: { event: Fact<'step.observed'> }) => event },
  },
  {
    guard: 'isNewVerdict',
    target: 'idle',
    actions: { type: 'judged', params: ({ event }: { event: Fact<'step.observed'> }) => event },
  },
] as const;
const loss = {
  guard: 'isCurrent',
  target: 'idle',
  actions: { type: 'lost', params: ({ event }: { event: Fact<'step.outcomeUnknown'> }) => event },
} as const;

export const stepMachine = s.createMachine({
  id: 'step',
  context: ({ input }) => freshStep(input?.def ?? NO_STEP, input?.revision ?? 0),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'step.dispatched': {
          guard: 'isNextCall',
          target: 'acting',
          actions: { type: 'dispatched', params: ({ event }) => event },
        },
        'action.rejected': {
          guard: 'isNextCall',
          actions: { type: 'rejected', params: ({ event }) => event },
        },
        'action.requested': {
          guard: 'isNextQuestion',
          target: 'thinking',
          actions: { type: 'asked', params: ({ event }) => event },
        },
        'reasoning.requested': {
          guard: 'isNextQuestion',
          target: 'thinking',
          actions: { type: 'asked', params: ({ event }) => event },
        },
        'step.probeRequested': { guard: 'isUnsettled', actions: 'probeAsked' },
        'step.probed': {
          guard: 'isUnsettled',
          actions: { type: 'probed', params: ({ event }) => event },
        },
        'step.observed': judgement,
        'check.requested': { target: 'acting', actions: 'personAsked' },
        'order.askPerson': { actions: 'personAsked' },
        'order.answered': [
          {
            guard: 'accepts',
            target: 'terminated',
            actions: { type: 'answered', params: ({ event }) => event },
          },
          { actions: { type: 'answered', params: ({ event }) => event } },
        ],
        'order.timerFired': { guard: 'isDue', actions: 'resume' },
      },
    },
    thinking: {
      on: {
        'action.proposed': {
          guard: 'isCurrent',
          target: 'idle',
          actions: { type: 'proposed', params: ({ event }) => event },
        },
        'action.refused': {
          guard: 'isCurrent',
          target: 'idle',
          actions: { type: 'refused', params: ({ event }) => event },
        },
        'reasoning.refused': {
          guard: 'isCurrent',
          target: 'idle',
          actions: { type: 'refused', params: ({ event }) => event },
        },
        'step.executed': 'observing',
        'step.observed': judgement,
      },
    },
    acting: {
      on: {
        'step.executed': 'observing',
        'step.observed': judgement,
        'step.outcomeUnknown': loss,
      },
    },
    observing: { on: { 'step.observed': judgement, 'step.outcomeUnknown': loss } },
    terminated: { type: 'final' },
  },
  on: {
    'order.end': {
      guard: 'isOpen',
      target: '.terminated',
      actions: { type: 'end', params: ({ event }) => event },
    },
  },
});

export const stepKernel = kernelOf<StepValue, StepContext, Input, StepFact>(stepMachine);
