/** The chart of one verdict: layer after layer, then the report. An answer is judged in one go. */
import { assign, setup } from 'xstate';
import { unreachable } from '../../shared/errors.ts';
import type { Layer } from '../../shared/events/step-events.ts';
import { kernelOf, type State } from '../kernel.ts';

export type ObserverFact =
  | { readonly type: 'step.executed' }
  | { readonly type: 'answer.proposed' }
  | { readonly type: 'layer.scored'; readonly layer: Layer }
  | { readonly type: 'step.observed' }
  | { readonly type: 'answer.observed' };

export type ObserverValue =
  | 'idle'
  | 'syntax'
  | 'semantics'
  | 'consistency'
  | 'reporting'
  | 'judging'
  | 'terminated';

export type ObserverContext = { readonly layers: readonly Layer[] };

const s = setup({
  types: { context: {} as ObserverContext, events: {} as ObserverFact },
  guards: {
    // Without a well-formed result there is nothing that the later layers could speak to.
    isBroken: ({ event }) => event.type === 'layer.scored' && event.layer.score < 1000,
  },
  actions: {
    keep: assign({
      layers: ({ context, event }) =>
        event.type === 'layer.scored' ? [...context.layers, event.layer] : context.layers,
    }),
  },
});

export const observerMachine = s.createMachine({
  id: 'observer',
  context: { layers: [] },
  initial: 'idle',
  states: {
    idle: { on: { 'step.executed': 'syntax', 'answer.proposed': 'judging' } },
    syntax: {
      on: {
        'layer.scored': [
          { guard: 'isBroken', target: 'reporting', actions: 'keep' },
          { target: 'semantics', actions: 'keep' },
        ],
      },
    },
    semantics: { on: { 'layer.scored': { target: 'consistency', actions: 'keep' } } },
    consistency: { on: { 'layer.scored': { target: 'reporting', actions: 'keep' } } },
    reporting: { on: { 'step.observed': 'terminated' } },
    judging: { on: { 'answer.observed': 'terminated' } },
    terminated: { type: 'final' },
  },
});

export type ObserverState = State<ObserverValue, ObserverContext>;

export const observerKernel = kernelOf<ObserverValue, ObserverContext, undefined, ObserverFact>(
  observerMachine,
);

export type ObserverOwed = Layer['layer'] | 'report' | 'judgeAnswer';

export function observerOwes({ value }: ObserverState): ObserverOwed | null {
  switch (value) {
    case 'syntax':
    case 'semantics':
    case 'consistency':
      return value;
    case 'reporting':
      return 'report';
    case 'judging':
      return 'judgeAnswer';
    case 'idle':
    case 'terminated':
      return null;
    default:
      return unreachable(value);
  }
}
