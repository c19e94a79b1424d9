/**
 * The kernel: the one place that makes XState move. Every state change of every role is a pure transition
 * (I2): a chart without invoke, spawn, `after`, clock or chance, and without actions other than `assign`.
 *
 * XState's public `transition()` builds a throw-away actor, and with it the initial state, on every call.
 * One inert scope for the life of a chart gives the same snapshots three times faster.
 */
import { createHash } from 'node:crypto';
import { type AnyStateMachine, createActor, type SnapshotFrom } from 'xstate';
import { canonicalJson, shapeOf } from '../shared/canonical-json.ts';

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
  #text: string | undefined;

  constructor(snapshot: Snapshot) {
    this.value = snapshot.value as Value;
    this.context = snapshot.context as Context;
    this.#snapshot = snapshot;
  }

  /** Its canonical JSON. Successive states share most of their parts, so a part writes its own once. */
  text(): string {
    this.#text ??= `{"context":${contextText(this.context)},"value":${JSON.stringify(this.value)}}`;
    return this.#text;
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

/** Large parts of a context, its plan above all, outlive many states. */
const remembered = new WeakMap<object, string>();

const rememberedText = (part: object): string => {
  let text = remembered.get(part);
  if (text === undefined) {
    text = canonicalJson(part);
    remembered.set(part, text);
  }
  return text;
};

function partText(part: unknown): string {
  if (!isObject(part)) return canonicalJson(part);
  if (!Array.isArray(part) || !(part[0] instanceof Held)) return rememberedText(part);
  let text = '[';
  for (const [index, item] of part.entries()) {
    text += `${index === 0 ? '' : ','}${item instanceof Held ? item.text() : canonicalJson(item)}`;
  }
  return `${text}]`;
}

function contextText(context: unknown): string {
  if (!isObject(context) || Array.isArray(context)) return canonicalJson(context);
  const parts = context as Record<string, unknown>;
  const { sorted, heads } = shapeOf(Object.keys(parts));
  let text = '';
  for (const [index, key] of sorted.entries()) {
    const part = parts[key];
    if (part !== undefined) text += `${text === '' ? '' : ','}${heads[index]}${partText(part)}`;
  }
  return `{${text}}`;
}

/**
 * The hash that every decision records of the state it was taken in (WIRE.md section 1): the first 16
 * hexadecimal digits of SHA-256 of the canonical JSON of `{ value, context }`.
 */
export const stateHash = (state: State<string, unknown>): string =>
  createHash('sha256')
    .update(state instanceof Held ? state.text() : canonicalJson(state))
    .digest('hex')
    .slice(0, 16);
