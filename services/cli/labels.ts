/** Which words the task's picture is made of; each language has a file of its own. */
import type { StepStatus } from '../../machines/task/task-view.ts';
import type { TaskStatus } from '../../shared/events/router-events.ts';
import type { ErrorClass } from '../../shared/events/shapes.ts';
import type { Layer } from '../../shared/events/step-events.ts';

/** What is done about a step that did not work out. */
export type Move =
  | 'again'
  | 'later'
  | 'newParams'
  | 'newTool'
  | 'check'
  | 'probe'
  | 'plan'
  | 'person'
  | 'askBack'
  | 'end';

export type Labels = {
  readonly task: string;
  readonly spec: string;
  readonly plan: (revision: number) => string;
  readonly planSize: (steps: number, max: number) => string;
  readonly reasoning: string;
  readonly asking: string;
  readonly after: string;
  readonly sorted: (field: string, isDescending: boolean) => string;
  readonly attempt: (number: number) => string;
  readonly attempts: (count: number) => string;
  readonly tries: (count: number) => string;
  readonly tryOf: (attempt: number, number: number) => string;
  readonly once: string;
  readonly needs: (score: string) => string;
  readonly gate: (layer: string) => string;
  readonly layer: Readonly<Record<Layer['layer'], string>>;
  readonly notSo: (rule: string) => string;
  readonly more: (count: number) => string;
  readonly beforeCall: string;
  readonly refused: string;
  readonly outcomeUnknown: string;
  readonly probed: Readonly<Record<'happened' | 'absent' | 'unknown', string>>;
  readonly nextTry: (seconds: string) => string;
  readonly noTryLeft: string;
  readonly cause: Readonly<Record<ErrorClass | 'model' | 'clarify', string>>;
  readonly move: Readonly<Record<Move, string>>;
  readonly leadsTo: (move: string) => string;
  readonly budget: (used: number, of: number) => string;
  readonly asked: string;
  readonly by: (who: string) => string;
  readonly answerRefused: (round: number) => string;
  readonly answeredAgain: string;
  readonly ungrounded: (facts: string) => string;
  readonly limit: (name: string, value: number, max: number) => string;
  readonly calls: (count: number) => string;
  readonly rejected: (count: number) => string;
  readonly effects: (count: number) => string;
  readonly eachOnce: string;
  readonly times: (kind: string, step: string, count: number) => string;
  readonly answer: string;
  readonly traced: (steps: string) => string;
  readonly reason: string;
  readonly cure: string;
  readonly question: string;
  readonly reply: string;
  readonly whileUp: string;
  readonly next: string;
  readonly stops: string;
  readonly seconds: (text: string) => string;
  readonly step: Readonly<Record<StepStatus, string>>;
  readonly status: Readonly<Record<TaskStatus, string>>;
};
