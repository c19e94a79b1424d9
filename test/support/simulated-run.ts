/**
 * A log, a world and a router that reads, decides and appends in small steps, and may be killed between any
 * two of them. What it knew is then gone, and it goes on from the log alone.
 */
import { stateHash } from '../../machines/kernel.ts';
import { factOf, isRoutersOwn } from '../../machines/task/fact-of.ts';
import { outstanding, timersOf } from '../../machines/task/outstanding.ts';
import { TaskHistory } from '../../machines/task/task-history.ts';
import { TASK_MACHINE_VERSION } from '../../machines/task/task-machine.ts';
import type { TaskFact, TaskState } from '../../machines/task/task-state.ts';
import type { LoggedEvent } from '../../machines/task/verify-task.ts';
import { plusMs } from '../../shared/clock.ts';
import { isTerminal, type LoopEvent } from '../../shared/events/catalog.ts';
import { AT, type Told } from './facts.ts';
import { eventOf, recordedForm } from './recorded.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { adopted, submitted, timerFired } from './task-facts.ts';

const ACTS_MAX = 4_000;

/** @returns whole numbers below `n`; 0 is the orderly choice */
export type Choose = (n: number) => number;

export const orderly: Choose = () => 0;

/** A linear congruential generator, as in Numerical Recipes. */
export const randomly = (seed: number): Choose => {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
};

class Router {
  readonly history = new TaskHistory();
  read = 0;
  horizon = 0;
  isAdopted = false;
  drafts: { readonly said: TaskFact; readonly key?: string }[] = [];

  take({ event, sequence }: LoggedEvent): void {
    this.history.insert(sequence, factOf(event));
    if (!isRoutersOwn(event)) this.horizon = Math.max(this.horizon, sequence);
  }
}

const draftsOf = (state: TaskState): Router['drafts'] =>
  outstanding(state).map((owed) => {
    const said = recordedForm(state, owed);
    if (owed.kind !== 'limit') return { said };
    const scope = owed.scope === null ? '' : `.${owed.scope}`;
    return { said, key: `${owed.limit}${scope}.g${state.context.grants[owed.limit] ?? 0}` };
  });

export class SimulatedRun {
  readonly log: LoggedEvent[] = [];
  readonly #ids = new Set<string>();
  readonly #timers = new Set<string>();
  readonly #world: SimulatedWorld;
  readonly #choose: Choose;
  #pending: Told[] = [];
  #router = new Router();
  #epoch = 1;
  kills = 0;

  constructor(world: SimulatedWorld, choose: Choose) {
    this.#world = world;
    this.#choose = choose;
    this.#append(submitted({ replans: 2 }));
  }

  get events(): LoopEvent[] {
    return this.log.map(({ event }) => event);
  }

  get end(): LoopEvent | undefined {
    return this.events.find(isTerminal);
  }

  /** @returns this run, once its log has a terminal event or nothing can happen any more */
  finish(): this {
    for (let act = 0; act < ACTS_MAX && this.end === undefined; act += 1) this.#act();
    return this;
  }

  /** First writer wins: an id that is in the log already is not stored again. */
  #append(said: Told, options: Parameters<typeof eventOf>[1] = {}): LoggedEvent | null {
    const sequence = this.log.length + 1;
    const event = eventOf({ ...said, at: plusMs(AT, sequence) } as Told, options);
    if (this.#ids.has(event.id)) return null;
    this.#ids.add(event.id);
    const logged = { event, sequence };
    this.log.push(logged);
    return logged;
  }

  #act(): void {
    const router = this.#router;
    const isIdle = router.drafts.length === 0;
    if (this.#choose(12) === 11) this.#kill();
    else if (!isIdle && this.#choose(4) < 3) this.#pay(router);
    else if (isIdle && router.read < this.log.length) this.#read(router);
    else if (!isIdle || !this.#think(router)) this.#deliver();
  }

  #kill(): void {
    this.#router = new Router();
    this.#epoch += 1;
    this.kills += 1;
  }

  /** Some, not always all, of what is new in the log. */
  #read(router: Router): void {
    const upTo = this.log.length - this.#choose(this.log.length - router.read);
    // A cold router reads its whole history before it decides anything.
    const end = router.isAdopted ? upTo : this.log.length;
    for (const logged of this.log.slice(router.read, end)) {
      if (!isRoutersOwn(logged.event) || !router.isAdopted) router.take(logged);
    }
    router.read = end;
  }

  #think(router: Router): boolean {
    const { state } = router.history;
    for (const { id } of timersOf(state)) {
      if (!id.endsWith('-later') || this.#timers.has(id)) continue;
      this.#timers.add(id);
      this.#pending.push(timerFired(id));
    }
    if (!router.isAdopted) router.drafts = [{ said: adopted(this.#epoch) }];
    else router.drafts = draftsOf(state);
    router.isAdopted = true;
    return router.drafts.length > 0;
  }

  #pay(router: Router): void {
    const [draft] = router.drafts.splice(0, 1);
    if (draft === undefined) return;
    const decided = {
      at: router.horizon,
      stateHash: stateHash(router.history.state),
      machine: TASK_MACHINE_VERSION,
    };
    const key = draft.key === undefined ? {} : { key: draft.key };
    const stored = this.#append(draft.said, { decided, ...key });
    if (stored === null) {
      this.#kill();
      return;
    }
    router.take(stored);
    this.#pending.push(...this.#world.repliesTo(draft.said));
  }

  /** Any reply may come next; now and then it comes again later. */
  #deliver(): void {
    const at = this.#choose(this.#pending.length);
    const [reply] = this.#pending.splice(at, 1);
    if (reply === undefined) return;
    this.#append(reply);
    if (this.#choose(5) === 4) this.#pending.push(reply);
  }
}
