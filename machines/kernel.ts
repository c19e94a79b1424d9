/**
 * The kernel: the one place that makes XState move. Every state change of every role is a pure transition
 * (I2): a chart without invoke, spawn, `after`, clock or chance, and without actions other than `assign`.
 *
 * XState's public `transition()` builds a throw-away actor, and with it the initial state, on every call.
 * One inert scope for the life of a chart gives the same snapshots three times faster.
 */
import { createHash } from 'node:crypto';
import { type AnyStateMachine, createActor, type SnapshotFrom } from 'xstate';
import { canonicalJson } from '../shared/canonical-json.ts';

/** A state as it is hashed, stored and shown: value and context are all that counts. */
export type State<Value extends string, Context> = {
  readonly value: Value;
  readonly context: Context;
};

type Snapshot = SnapshotFrom<AnyStateMachine>;

/** A state that remembers the snapshot it came from, where neither JSON nor a hash can see it. */
class Held<Value extends string, Context> implements State<Value, Context> {
  readonly value: Value;
  readonly context: Context;
  readonly #snapshot: Snapshot;
  #hash: string | undefined;

  constructor(snapshot: Snapshot) {
    this.value = snapshot.value as Value;
    this.context = snapshot.context as Context;
    this.#snapshot = snapshot;
  }

  /** As a part of another state; successive states share most of their parts, so each works it out once. */
  hash(): string {
    this.#hash ??= digest(canonicalJson({ value: this.value, context: this.context }));
    return this.#hash;
  }

  /** Undefined for a state that was read back from JSON. */
  static snapshotOf(state: object): Snapshot | undefined {
    return #snapshot in state ? state.#snapshot : undefined;
  }
}

export type Kernel<Value extends string, Context, Input, Fact> = {
  readonly initial: (input: Input) => State<Value, Context>;
  /** The state after `fact`, or the very same object when the chart does not take it now. */
  readonly step: (state: State<Value, Context>, fact: Fact) => State<Value, Context>;
  readonly fold: (state: State<Value, Context>, facts: Iterable<Fact>) => State<Value, Context>;
};

/** Facts named `xstate.*` would be obeyed as XState's own events, so they stop here. */
const isForeign = (type: string): boolean => type.startsWith('xstate.');

const inertScope = (machine: AnyStateMachine): never => {
  const self = createActor(machine);
  const nothing = (): void => undefined;
  return {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: nothing,
    defer: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor: nothing,
  } as never;
};

/**
 * @param machine a chart whose state values are flat strings
 * @returns the total fold over it: what a chart does not take changes nothing, and nothing throws
 */
export function kernelOf<Value extends string, Context, Input, Fact extends { type: string }>(
  machine: AnyStateMachine,
): Kernel<Value, Context, Input, Fact> {
  const scope = inertScope(machine);
  const step = (state: State<Value, Context>, fact: Fact): State<Value, Context> => {
    if (isForeign(fact.type)) return state;
    const before = Held.snapshotOf(state) ?? machine.resolveState(state as never);
    const after = machine.transition(before, fact as never, scope) as Snapshot;
    return after === before ? state : new Held<Value, Context>(after);
  };
  return {
    initial: (input) => new Held(machine.getInitialSnapshot(scope, input as never) as Snapshot),
    step,
    fold: (state, facts) => {
      let current = state;
      for (const fact of facts) current = step(current, fact);
      return current;
    },
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isState = (value: unknown): value is State<string, unknown> =>
  isObject(value) && 'value' in value && 'context' in value && Object.keys(value).length === 2;

const digest = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

/** Large parts of a context, its submission above all, outlive many states. */
const remembered = new WeakMap<object, string>();

function partHash(part: object): string {
  let hash = remembered.get(part);
  if (hash === undefined) {
    hash = digest(canonicalJson(part));
    remembered.set(part, hash);
  }
  return hash;
}

const listedHash = (item: unknown): unknown => {
  if (item instanceof Held) return item.hash();
  return isState(item) ? digest(canonicalJson(item)) : item;
};

const partOf = (part: unknown): unknown => {
  if (!isObject(part)) return part;
  return Array.isArray(part) && part.some(isState) ? part.map(listedHash) : partHash(part);
};

function contextOf(context: unknown): unknown {
  if (!isObject(context) || Array.isArray(context)) return context;
  const parts: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(context))
    if (part !== undefined) parts[key] = partOf(part);
  return parts;
}

/**
 * The hash that every decision records of the state it was taken in (WIRE.md section 1): the first 16
 * hexadecimal digits of SHA-256 of the canonical JSON of `{ value, context }`. In it each part of the context
 * that is an object stands as the hash of its own canonical JSON, and each state in a list as that of the
 * state: a decision then costs what has changed, not what the task has become.
 */
export const stateHash = ({ value, context }: State<string, unknown>): string =>
  digest(canonicalJson({ value, context: contextOf(context) }));
