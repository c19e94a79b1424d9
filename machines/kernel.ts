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

/** A state as plain data: what is hashed, stored and shown. */
export type State<Value extends string, Context> = {
  readonly value: Value;
  readonly context: Context;
};

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
  const snapshots = new WeakMap<object, SnapshotFrom<AnyStateMachine>>();
  const plain = (snapshot: SnapshotFrom<AnyStateMachine>): State<Value, Context> => {
    const state = { value: snapshot.value as Value, context: snapshot.context as Context };
    snapshots.set(state, snapshot);
    return state;
  };
  const revive = (state: State<Value, Context>): SnapshotFrom<AnyStateMachine> =>
    snapshots.get(state) ?? machine.resolveState(state as never);

  const step = (state: State<Value, Context>, fact: Fact): State<Value, Context> => {
    if (isForeign(fact.type)) return state;
    const before = revive(state);
    const after = machine.transition(before, fact as never, scope) as typeof before;
    return after === before ? state : plain(after);
  };
  return {
    initial: (input) => plain(machine.getInitialSnapshot(scope, input as never) as never),
    step,
    fold: (state, facts) => {
      let current = state;
      for (const fact of facts) current = step(current, fact);
      return current;
    },
  };
}

/** First 16 hexadecimal digits of SHA-256 of the canonical JSON of the state (WIRE.md section 1). */
export const stateHash = (state: State<string, unknown>): string =>
  createHash('sha256')
    .update(`{"context":${canonicalJson(state.context)},"value":${JSON.stringify(state.value)}}`)
    .digest('hex')
    .slice(0, 16);
