/**
 * Planner, executors, observers and people as one function: what they answer to a letter depends on the
 * letter and a seed alone, never on when it is delivered. So any schedule of one seed ends the same.
 */
import type { TaskFact } from '../../machines/task/task-state.ts';
import { shortHash } from '../../shared/events/event-id.ts';
import { ERROR_CLASSES, type ErrorClass, type Ref } from '../../shared/events/shapes.ts';
import * as facts from './facts.ts';
import * as task from './task-facts.ts';

/** Later attempts always succeed, so that every run ends. */
const FAILING_ATTEMPTS = 5;

const FIRST_PLAN = task.planProposed([
  facts.planStep('a'),
  facts.planStep('b', { tool: 'book', dependsOn: ['a'] }),
  facts.planStep('c', { tool: 'mail', dependsOn: ['a'] }),
  facts.planStep('d', { dependsOn: ['b', 'c'] }),
  facts.planStep('e', { tool: null }),
]);

const REJECTIONS = ERROR_CLASSES.filter((cls) => cls !== 'infeasible');

export class SimulatedWorld {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** One of `options`, the same for the same subject at every time. */
  #choose<T>(subject: string, options: readonly T[]): T {
    const number = Number.parseInt(shortHash(`${this.#seed}/${subject}`), 16);
    return options[number % options.length] as T;
  }

  #keyOf({ revision, stepId, attempt }: Ref): string {
    return `${revision}.${stepId}.${attempt}`;
  }

  #verdict(ref: Ref, check: number): TaskFact {
    const isLate = ref.attempt > FAILING_ATTEMPTS || check > 2;
    const subject = `${this.#keyOf(ref)}.v${check}`;
    const cls = this.#choose<ErrorClass | null>(subject, [null, null, null, ...REJECTIONS]);
    if (isLate || cls === null) return facts.accepted(ref, { check });
    return facts.rejected(ref, cls, { check });
  }

  /** An outage of the model passes before the task gives it up. */
  #hasNoModel(subject: string, nth: number): boolean {
    return nth < 3 && this.#choose(subject, [true, false, false]);
  }

  #called(ref: Ref, effect: string): TaskFact {
    const isLost = effect === 'once' && this.#choose(`lost ${this.#keyOf(ref)}`, [true, false]);
    return isLost ? facts.outcomeUnknown(ref) : this.#verdict(ref, 1);
  }

  #probed(ref: Ref): TaskFact[] {
    const outcome = this.#choose(`probe ${this.#keyOf(ref)}`, [
      'happened',
      'absent',
      'unknown',
    ] as const);
    const found = facts.probed(ref, outcome);
    return outcome === 'happened' ? [found, facts.accepted(ref)] : [found];
  }

  #answered({ data }: Extract<TaskFact, { type: 'human.requested' }>): TaskFact {
    const number = Number(data.requestId.slice(1));
    if (data.kind === 'limit') return task.humanAnswered(number, 'continue', { grant: 3 });
    const { stepId = '', attempt = 0 } = data.ref ?? {};
    const options = data.answers.filter((answer) => answer !== 'abort');
    const answer = this.#choose(`person ${stepId}.${attempt}`, options);
    return task.humanAnswered(number, answer, { params: { edited: attempt } });
  }

  /** What comes back, sooner or later, for one decision of the router. */
  repliesTo(decision: TaskFact): TaskFact[] {
    switch (decision.type) {
      case 'plan.requested': {
        const { revision } = decision.data;
        if (this.#hasNoModel(`plan ${revision}`, revision))
          return [task.planRefused('model', revision, 'MODEL_UNREACHABLE')];
        if (revision === 1) return [FIRST_PLAN];
        return [task.planProposed([facts.planStep(`again${revision}`)], revision)];
      }
      case 'action.requested':
        if (this.#hasNoModel(`act ${this.#keyOf(decision.data)}`, decision.data.attempt))
          return [facts.actionRefused(decision.data, 'model', 'MODEL_TIMEOUT')];
        return [facts.actionProposed(decision.data, facts.LOOK)];
      case 'reasoning.requested':
        if (this.#hasNoModel(`reason ${this.#keyOf(decision.data)}`, decision.data.attempt))
          return [facts.reasoningRefused(decision.data, 'model', 'MODEL_TIMEOUT')];
        return [this.#verdict(decision.data, 1)];
      case 'step.dispatched':
        return [this.#called(decision.data, decision.data.effect)];
      case 'step.probeRequested':
        return this.#probed(decision.data);
      case 'check.requested':
        return [this.#verdict(decision.data.ref!, decision.data.check)];
      case 'answer.requested': {
        const { round } = decision.data;
        if (this.#hasNoModel(`write ${round}`, round))
          return [task.answerRefused(round, 'model', 'MODEL_RATE_LIMITED')];
        return [task.answerObserved(this.#choose(`answer ${round}`, [true, false]), round)];
      }
      case 'human.requested':
        return [this.#answered(decision)];
      default:
        return [];
    }
  }
}
