/**
 * The chart of one call: claim it if it may happen only once, invoke it, try again, report it. It folds
 * the recorded events of its attempt; a slot or a back-off between two of them is not state.
 *
 * I6: a claim that is not one's own leads to `step.outcomeUnknown`, never to a second call.
 */
import { assign, setup } from 'xstate';
import { unreachable } from '../../shared/errors.ts';
import type { EventData } from '../../shared/events/catalog.ts';
import { kernelOf, type State } from '../kernel.ts';

export type ExecutorFact = {
  [T in
    | 'step.dispatched'
    | 'step.claimed'
    | 'step.attemptFailed'
    | 'step.executed'
    | 'step.outcomeUnknown']: {
    readonly type: T;
    readonly data: EventData<T>;
  };
}[
  | 'step.dispatched'
  | 'step.claimed'
  | 'step.attemptFailed'
  | 'step.executed'
  | 'step.outcomeUnknown'];

export type ExecutorValue = 'idle' | 'claiming' | 'invoking' | 'lost' | 'terminated';

export type ExecutorContext = {
  /** This call's own claimant token. */
  readonly claimant: string;
  readonly claimedBy: string | null;
  /** The process of the claimant. */
  readonly instance: string | null;
  readonly tries: number;
  /** When the next try may begin (ISO instant); null for at once. */
  readonly nextTryAt: string | null;
};

type Input = Pick<ExecutorContext, 'claimant'>;

const s = setup({
  types: { context: {} as ExecutorContext, events: {} as ExecutorFact, input: {} as Input },
  guards: {
    isOnce: ({ event }) => event.type === 'step.dispatched' && event.data.effect === 'once',
    isMine: ({ context, event }) =>
      event.type === 'step.claimed' && event.data.claimant === context.claimant,
    mayTryAgain: ({ event }) =>
      event.type === 'step.attemptFailed' && event.data.nextTryAt !== null,
  },
  actions: {
    noteClaim: assign({
      claimedBy: ({ event }) => (event.type === 'step.claimed' ? event.data.claimant : null),
      instance: ({ event }) => (event.type === 'step.claimed' ? event.data.instance : null),
    }),
    noteTry: assign({
      tries: ({ context, event }) =>
        event.type === 'step.attemptFailed' ? event.data.try : context.tries,
      nextTryAt: ({ event }) => (event.type === 'step.attemptFailed' ? event.data.nextTryAt : null),
    }),
  },
});

export const executorMachine = s.createMachine({
  id: 'executor',
  context: ({ input }) => ({
    claimant: input?.claimant ?? '',
    claimedBy: null,
    instance: null,
    tries: 0,
    nextTryAt: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      on: { 'step.dispatched': [{ guard: 'isOnce', target: 'claiming' }, { target: 'invoking' }] },
    },
    claiming: {
      on: {
        'step.claimed': [
          { guard: 'isMine', target: 'invoking', actions: 'noteClaim' },
          { target: 'lost', actions: 'noteClaim' },
        ],
      },
    },
    invoking: { on: { 'step.attemptFailed': { guard: 'mayTryAgain', actions: 'noteTry' } } },
    lost: {},
    terminated: { type: 'final' },
  },
  on: { 'step.executed': '.terminated', 'step.outcomeUnknown': '.terminated' },
});

export type ExecutorState = State<ExecutorValue, ExecutorContext>;

export const executorKernel = kernelOf<ExecutorValue, ExecutorContext, Input, ExecutorFact>(
  executorMachine,
);

export type ExecutorOwed = 'claim' | 'invoke' | 'reportUnknown';

export function executorOwes({ value }: ExecutorState): ExecutorOwed | null {
  switch (value) {
    case 'claiming':
      return 'claim';
    case 'invoking':
      return 'invoke';
    case 'lost':
      return 'reportUnknown';
    case 'idle':
    case 'terminated':
      return null;
    default:
      return unreachable(value);
  }
}
