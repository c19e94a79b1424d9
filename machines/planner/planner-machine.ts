/** The chart of one question to the planner: which kind of reasoning it needs, until its answer is out. */
import { setup } from 'xstate';
import { unreachable } from '../../shared/errors.ts';
import { kernelOf, type State } from '../kernel.ts';

const QUESTIONS = [
  'plan.requested',
  'action.requested',
  'reasoning.requested',
  'decision.requested',
  'answer.requested',
] as const;
const ANSWERS = [
  'plan.proposed',
  'plan.refused',
  'action.proposed',
  'action.refused',
  'step.executed',
  'reasoning.refused',
  'decision.proposed',
  'decision.refused',
  'answer.proposed',
  'answer.refused',
] as const;

export type PlannerQuestion = (typeof QUESTIONS)[number];
type PlannerAnswer = (typeof ANSWERS)[number];
export type PlannerFact = { readonly type: PlannerQuestion | PlannerAnswer };
export type PlannerValue =
  | 'idle'
  | 'planning'
  | 'choosing'
  | 'reasoning'
  | 'deciding'
  | 'answering'
  | 'terminated';

export const isPlannerQuestion = (type: string): type is PlannerQuestion =>
  (QUESTIONS as readonly string[]).includes(type);

export const isPlannerFact = (type: string): type is PlannerFact['type'] =>
  ([...QUESTIONS, ...ANSWERS] as readonly string[]).includes(type);

const s = setup({ types: { events: {} as PlannerFact } });

export const plannerMachine = s.createMachine({
  id: 'planner',
  initial: 'idle',
  states: {
    idle: {
      on: {
        'plan.requested': 'planning',
        'action.requested': 'choosing',
        'reasoning.requested': 'reasoning',
        'decision.requested': 'deciding',
        'answer.requested': 'answering',
      },
    },
    planning: { on: { 'plan.proposed': 'terminated', 'plan.refused': 'terminated' } },
    choosing: { on: { 'action.proposed': 'terminated', 'action.refused': 'terminated' } },
    reasoning: { on: { 'step.executed': 'terminated', 'reasoning.refused': 'terminated' } },
    deciding: { on: { 'decision.proposed': 'terminated', 'decision.refused': 'terminated' } },
    answering: { on: { 'answer.proposed': 'terminated', 'answer.refused': 'terminated' } },
    terminated: { type: 'final' },
  },
});

export type PlannerState = State<PlannerValue, object>;

export const plannerKernel = kernelOf<PlannerValue, object, undefined, PlannerFact>(plannerMachine);

export type PlannerOwed = 'plan' | 'action' | 'reasoning' | 'decision' | 'answer';

export function plannerOwes({ value }: PlannerState): PlannerOwed | null {
  switch (value) {
    case 'planning':
      return 'plan';
    case 'choosing':
      return 'action';
    case 'reasoning':
      return 'reasoning';
    case 'deciding':
      return 'decision';
    case 'answering':
      return 'answer';
    case 'idle':
    case 'terminated':
      return null;
    default:
      return unreachable(value);
  }
}
