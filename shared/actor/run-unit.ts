/**
 * One unit of a worker's work: ask the machine what is owed, do it, fold what was recorded of it, until
 * nothing is owed. Whatever is folded is what the log holds, which need not be what this worker wrote (I4).
 */
export type Unit<State, Owed, Fact> = {
  readonly step: (state: State, fact: Fact) => State;
  readonly outstanding: (state: State) => Owed | null;
};

/**
 * @param perform does what is owed and returns the fact that the log now holds
 * @returns the state in which nothing is owed
 */
export async function runUnit<State, Owed, Fact>(
  unit: Unit<State, Owed, Fact>,
  initial: State,
  perform: (owed: Owed, state: State) => Promise<Fact>,
): Promise<State> {
  let state = initial;
  for (let owed = unit.outstanding(state); owed !== null; owed = unit.outstanding(state)) {
    state = unit.step(state, await perform(owed, state));
  }
  return state;
}
